import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/kinds/application.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition } from '../../core/jobs/kind.ts';
import type { Sql } from '../../db/knex.ts';

/** What an application is told: which of its sessions has ended, and whose that was. */
export interface SignOutNotice {
  clientId: string;
  sub: string;
  sid: string;
}

/** The protocols do the work. */
export const signOutNotice: JobDefinition<SignOutNotice> = {
  name: 'sign-out-notice',
  // In all about ten minutes: who cannot be reached for so long has to find out by itself.
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 12,
  withinSeconds: 30,
  groupOf: ({ clientId }) => clientId,
  // Several ways of ending a session come upon the same application.
  keyOf: ({ clientId, sid }) => `${clientId} ${sid}`,
};

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
