import { createHash } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/models/application.ts';
import { artifact } from '@doorwright/crds/models/artifact.ts';
import type { Sql } from '../db/knex.ts';

const artifacts = tableName(artifact);
const applications = tableName(application);

/** What an application is told: which of its sessions has ended, and whose that was. */
export interface SignOutNotice {
  clientId: string;
  sub: string;
  sid: string;
}

export const signOutNotice = 'SignOutNotice';

/** Applications that cannot be reached for so long have to find out for themselves. */
const tellWithinMs = 10 * 60_000;

/** Notes in the transaction that ends a session what is to be told afterwards; a second note of the same changes nothing. */
export async function queueNotices(sql: Sql, notices: readonly SignOutNotice[], now: Date): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    owner: 'admin',
    name: `${signOutNotice}:${createHash('sha256').update(notice.sid).digest('base64url')}`,
    created_time: now,
    version: 1,
    model: signOutNotice,
    payload: JSON.stringify(notice),
    // They have no grant; all of them are found by this one's index.
    grant_id: signOutNotice,
    expire_time: new Date(now.getTime() + tellWithinMs),
  }));
  await sql(artifacts).insert(rows).onConflict(['owner', 'name']).ignore();
}

type Visits = Record<string, { sid?: string }>;

/** Every application that one of these sessions has been to, and that wants to hear of its end, will. */
export async function notify(sql: Sql, sessions: readonly string[], now: Date): Promise<void> {
  const memories = await sql(artifacts)
    .where('model', 'Session')
    .whereIn('session_id', sessions)
    .select({ payload: 'payload', sub: 'account_id' });
  const visited = memories.flatMap(({ payload, sub }) =>
    Object.entries((JSON.parse(payload).authorizations ?? {}) as Visits).flatMap(([clientId, { sid }]) =>
      sid ? [{ clientId, sub, sid }] : [],
    ),
  );
  if (visited.length === 0) return;
  const listening: string[] = await sql(applications)
    .whereIn('client_id', [...new Set(visited.map(({ clientId }) => clientId))])
    .whereNot('backchannel_logout_uri', '')
    .pluck('client_id');
  await queueNotices(
    sql,
    visited.filter(({ clientId }) => listening.includes(clientId)),
    now,
  );
}
