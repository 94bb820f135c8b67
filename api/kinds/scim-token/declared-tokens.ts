import { randomUUID } from 'node:crypto';
import type { ScimToken } from '@doorwright/crds/kinds/scim-token.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { digestOf } from '../token/digest-of.ts';

/** A token as the operator sees it. */
export interface DeclaredToken {
  name: string;
  state: 'current' | 'previous';
  /** The end of its validity; empty for the present one. */
  notAfter: string;
  lastUsedTime: string;
}

/** People may have given a token of theirs the same name. */
const shownName = (name: string, state: DeclaredToken['state']) =>
  state === 'current' ? `${name} (custom resource)` : `${name} (custom resource, former)`;

async function rowsOf(owner: string, { sql, store, now }: Work): Promise<ScimToken[]> {
  const { table, fromRow } = store('scim-token');
  await sql(table).where({ owner }).whereNot('declared_name', '').andWhere('expire_time', '<=', now).delete();
  const rows = await sql(table).where({ owner }).whereNot('declared_name', '').orderBy('created_time');
  return rows.map((row) => fromRow(row) as unknown as ScimToken);
}

const stateOf = ({ expireTime }: ScimToken) => (expireTime ? ('previous' as const) : ('current' as const));

/** The declared tokens of an organization that work now. */
export const declaredTokens = async (owner: string, work: Work): Promise<DeclaredToken[]> =>
  (await rowsOf(owner, work)).map((row) => ({
    ...{ name: row.declaredName, state: stateOf(row), notAfter: row.expireTime, lastUsedTime: row.lastUsedTime },
  }));

const noted = (owner: string, name: string, work: Work, context: RequestContext) =>
  record(work, context, { organization: owner, object: `scim-token ${owner}/${shownName(name, 'current')}` });

interface Wanted {
  name: string;
  token: string;
  overlapSeconds: number;
}

/** Makes a token the present one, and keeps the one before for a while. Repeating it changes nothing. */
export async function keepDeclaredToken(
  owner: string,
  { name, token, overlapSeconds }: Wanted,
  work: Work,
  context: RequestContext,
): Promise<void> {
  const { sql, store, now } = work;
  const rows = (await rowsOf(owner, work)).filter(({ declaredName }) => declaredName === name);
  const digest = digestOf(token);
  const current = rows.find((row) => stateOf(row) === 'current');
  if (current?.digest === digest) return;
  // A third one would end the first too early.
  if (rows.length > 1) throw new Refusal('rotation-pending', { id: `${owner}/${name}` });
  const { table } = store('scim-token');
  if (current) {
    const ofCurrent = sql(table).where({ owner, id: current.id });
    const end = new Date(now.getTime() + overlapSeconds * 1000);
    if (overlapSeconds > 0) await ofCurrent.update({ expire_time: end, display_name: shownName(name, 'previous') });
    else await ofCurrent.delete();
  }
  await store('scim-token').insert(sql, {
    ...{ owner, id: randomUUID(), createdTime: now.toISOString(), version: 1, lastUsedTime: '', expireTime: '' },
    ...{ displayName: shownName(name, 'current'), declaredName: name, digest, maker: '' },
  });
  await noted(owner, name, work, context);
}

/** Ends a token that is declared no more, and the one before it. */
export async function endDeclaredToken(owner: string, name: string, work: Work, context: RequestContext) {
  const ended = await work.sql(work.store('scim-token').table).where({ owner, declared_name: name }).delete();
  if (ended > 0) await noted(owner, name, work, context);
}

/** Ends all declared tokens of an organization. */
export const endDeclaredTokens = (owner: string, { sql, store }: Work): Promise<number> =>
  sql(store('scim-token').table).where({ owner }).whereNot('declared_name', '').delete();
