import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/kinds/application.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { enqueue } from '../core/jobs/enqueue.ts';
import type { Sql } from '../db/knex.ts';
import { type SignOutNotice, signOutNotice } from '../protocol/sign-out/tell-sign-outs.ts';

const artifacts = tableName(artifact);
const applications = tableName(application);

/** Notes in the transaction that ends a session what is to be told afterwards. */
export const queueNotices = (sql: Sql, notices: readonly SignOutNotice[]): Promise<void> =>
  enqueue(sql, signOutNotice, ...notices);

type Visits = Record<string, { sid?: string }>;

/** Every application that one of these sessions has been to, and that wants to hear of its end, will. */
export async function notify(sql: Sql, sessions: readonly string[]): Promise<void> {
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
  );
}
