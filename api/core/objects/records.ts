import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { record as model } from '@doorwright/crds/kinds/record.ts';
import { inserting, type Part } from '../../db/parts.ts';
import { type Caller, nameOf, organizationOf, platform } from '../callers.ts';
import type { Work } from './hooks.ts';
import { noteChange } from './outbox.ts';
import { tenantOf } from './store.ts';

/** A request as records tell it. */
export interface Visit {
  caller: Caller;
  now: Date;
  method: string;
  /** Path and query, without secrets. */
  uri: string;
  action: string;
  clientIp: string;
  /** Why the caller does what is done for a reason alone. */
  reason?: string | undefined;
  /** The organization and object of a refusal, as soon as they are known. */
  about?: Pick<Subject, 'organization' | 'object'>;
  /** A success that changed nothing, and still needs a record. */
  noted?: Subject;
}

interface Subject {
  /** The organization it concerns; without one it is the caller's. */
  organization?: string;
  object?: string;
  outcome?: 'ok' | 'refused';
  reason?: string;
  /** Who did it, where that is not the caller: at sign-in the caller is still a stranger. */
  user?: { owner: string; name: string; isImpersonated?: boolean };
}

/** Stands in every record of what somebody did as a user whom the master password let him in as (S17). */
const impersonation = 'master-password';

/** A record keeps to its model whatever a request held: what is too long is cut off. */
const limits = fieldsOf(model).flatMap(({ name, schema }) =>
  schema.maxLength ? [[name, schema.maxLength] as const] : [],
);

function cut(record: Record<string, unknown>): Record<string, unknown> {
  // A sign may be cut in halves, and no half can be stored.
  const short = limits.map(([name, limit]) => [name, String(record[name]).slice(0, limit).toWellFormed()]);
  return { ...record, ...Object.fromEntries(short) };
}

/** What is written down of what happened. */
function recordOf({ caller, ...visit }: Visit, subject: Subject): Record<string, unknown> {
  const actor = subject.user ?? (caller.type === 'user' ? caller : undefined);
  const isImpersonated = subject.user?.isImpersonated || (caller.type === 'user' && caller.impersonated);
  // An object that belongs to no organization says so by an empty name, of which there is no record.
  const organization = actor?.owner || organizationOf(caller) || subject.organization || platform;
  return cut({
    owner: subject.organization || organization,
    name: randomUUID(),
    createdTime: visit.now.toISOString(),
    version: 1,
    organization,
    user: actor?.name ?? (caller.type === 'anonymous' ? '' : nameOf(caller)),
    clientIp: visit.clientIp,
    method: visit.method,
    requestUri: visit.uri,
    action: visit.action,
    object: subject.object ?? '',
    outcome: subject.outcome ?? 'ok',
    reason: [subject.reason, isImpersonated && impersonation].filter(Boolean).join(' '),
    isTriggered: false,
  });
}

/** Writes down what happened. Inside a transaction the record stands or falls with what it tells of. */
export async function record(
  { sql, store }: Pick<Work, 'sql' | 'store'>,
  visit: Visit,
  subject: Subject,
): Promise<void> {
  const { table, toRow } = store('record');
  await sql(table).insert(toRow(recordOf(visit, subject)));
}

/** The same as a part of the statement that does what it tells of: written if the part of this name has a row. */
export function recordIf(there: string, store: Work['store'], visit: Visit, subject: Subject): Part {
  const { table, toRow } = store('record');
  return inserting(table, toRow(recordOf(visit, subject)), { there });
}

/** The record of a change to an object, and the note for the operator where it can be declared. */
export async function recordWrite(
  work: Work,
  visit: Visit,
  { kind, object, reason }: { kind: Kind; object: Record<string, unknown>; reason?: string | undefined },
): Promise<void> {
  const owner = String(object.owner);
  const name = String(object[kind.key]);
  await noteChange(work.sql, { kind, owner, name, actor: nameOf(visit.caller) }, visit.now);
  const subject = { organization: tenantOf(kind, object), object: `${kind.name} ${owner}/${name}` };
  await record(work, visit, { ...subject, ...(reason && { reason }) });
}
