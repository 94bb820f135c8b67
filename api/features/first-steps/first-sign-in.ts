import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Record_, record } from '@doorwright/crds/kinds/record.ts';
import { type Token, token } from '@doorwright/crds/kinds/token.ts';
import { signInActions } from '@doorwright/crds/options/events.ts';
import { decodeJwt } from 'jose';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';

interface Deps {
  sql: Sql;
  store: (kind: string) => Store;
}

export interface FirstSignIn {
  /** The latest sign-in of a user. */
  signIn: { time: string; user: string; protocol: string } | null;
  /** The latest access token that the application got. */
  token: { time: string; user: string; scope: string; claims: Record<string, unknown> } | null;
}

type At = Pick<Application, 'owner' | 'name' | 'organization'>;

async function latestSignIn({ sql, store }: Deps, { owner, name, organization }: At, isWhole: boolean) {
  const row = await sql(tableName(record))
    .where({ application: `${owner}/${name}`, outcome: 'ok', event: 'login' })
    .whereIn('action', [...signInActions])
    .where(isWhole ? {} : { owner: organization })
    .orderBy('created_time', 'desc')
    .first();
  if (!row) return null;
  const { createdTime, organization: of, user, protocol } = store('record').fromRow(row) as unknown as Record_;
  return { time: createdTime, user: `${of}/${user}`, protocol };
}

/** The claims of an access token. Tokens that an administrator wrote need not be JWTs. */
function claimsOf(accessToken: string): Record<string, unknown> | undefined {
  try {
    return decodeJwt(accessToken);
  } catch {
    return undefined;
  }
}

async function latestToken({ sql, store }: Deps, { name, organization }: At, isWhole: boolean) {
  const row = await sql(tableName(token))
    .where({ application: name })
    .where(isWhole ? {} : { organization })
    .orderBy('created_time', 'desc')
    .first();
  if (!row) return null;
  const found = store('token').fromRow(row) as unknown as Token;
  const claims = claimsOf(found.accessToken);
  return claims
    ? { time: found.createdTime, user: `${found.organization}/${found.user}`, scope: found.scope, claims }
    : null;
}

/**
 * What the first program of an application reached. `isWhole` includes the users of other organizations, whom only global
 * administrators see.
 */
export async function firstSignIn(deps: Deps, application: At, isWhole: boolean): Promise<FirstSignIn> {
  const [signIn, token] = await Promise.all([
    latestSignIn(deps, application, isWhole),
    latestToken(deps, application, isWhole),
  ]);
  return { signIn, token };
}
