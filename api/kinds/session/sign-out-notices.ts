import { tableName } from '@doorwright/crds/derive/tables.ts';
import { application } from '@doorwright/crds/kinds/application.ts';
import { artifact } from '@doorwright/crds/kinds/artifact.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition } from '../../core/jobs/kind.ts';
import type { Sql } from '../../db/knex.ts';

/** The content of a sign-out notice: the application, the user and the session that ended. */
export interface SignOutNotice {
  clientId: string;
  sub: string;
  sid: string;
}

/** The folder `protocol` runs this job. */
export const signOutNotice: JobDefinition<SignOutNotice> = {
  name: 'sign-out-notice',
  // About ten minutes in all. An application that is down for longer notices the end of the session itself.
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 12,
  withinSeconds: 30,
  groupOf: ({ clientId }) => clientId,
  // A session can end in several ways at once. An application gets one notice.
  keyOf: ({ clientId, sid }) => `${clientId} ${sid}`,
};

const artifacts = tableName(artifact);
const applications = tableName(application);

type SessionsByClient = Record<string, { sid?: string }>;

/** A visit of a session at an application. */
interface Visit extends SignOutNotice {
  session: string;
}

/** The applications where these sessions signed their users in. */
export async function visitsOf(sql: Sql, sessions: readonly string[]): Promise<Visit[]> {
  const memories = await sql(artifacts)
    .where('model', 'Session')
    .whereIn('session_id', sessions)
    .select({ payload: 'payload', sub: 'account_id', session: 'session_id' });
  return memories.flatMap(({ payload, sub, session }) =>
    Object.entries((JSON.parse(payload).authorizations ?? {}) as SessionsByClient).flatMap(([clientId, { sid }]) =>
      sid ? [{ clientId, sub, sid, session }] : [],
    ),
  );
}

/** Adds a notice for each application of these sessions that has an address for notices. */
export async function notifyApplications(sql: Sql, sessions: readonly string[]): Promise<void> {
  const visited = await visitsOf(sql, sessions);
  if (visited.length === 0) return;
  const listening: string[] = await sql(applications)
    .whereIn('client_id', [...new Set(visited.map(({ clientId }) => clientId))])
    .whereNot('backchannel_logout_uri', '')
    .pluck('client_id');
  const notices = visited.flatMap(({ clientId, sub, sid }) =>
    listening.includes(clientId) ? [{ clientId, sub, sid }] : [],
  );
  await enqueue(sql, signOutNotice, ...notices);
}
