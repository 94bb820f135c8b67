import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type ServiceVisit, serviceVisit } from '@doorwright/crds/kinds/service-visit.ts';
import { session as sessionKind } from '@doorwright/crds/kinds/session.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition } from '../../core/jobs/kind.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';

const table = tableName(serviceVisit);
const sessions = tableName(sessionKind);

/** A service that a session signed its user in to, with what a notice to it must name. */
export type Visit = Pick<ServiceVisit, 'id' | 'owner' | 'session' | 'application' | 'protocol' | 'service' | 'data'>;

/** The content of a notice: the visit whose session has ended. */
export type EndedVisit = Omit<Visit, 'session'>;

/** Tells a service of SAML or CAS that a session has ended. The folder `protocol` runs this job. */
export const serviceSignOut: JobDefinition<EndedVisit> = {
  name: 'service-sign-out',
  retry: { times: 13, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 12,
  withinSeconds: 30,
  groupOf: ({ service }) => service,
  keyOf: ({ id }) => id,
};

/**
 * Remembers a visit until its session ends, or answers false if the session is over. It locks the session, so that a sign-out at
 * the same moment tells the service too (S22). A second visit with the same id counts in place of the first.
 */
export async function rememberVisit(sql: Sql, visit: Omit<Visit, 'owner'>, now: Date): Promise<boolean> {
  const { id, session, application, protocol, service, data } = visit;
  const rows = await run(sql, {
    text: `WITH held AS (SELECT owner, id, expire_time FROM ${sessions} WHERE id = ? AND id <> '' FOR KEY SHARE)
      INSERT INTO ${table} (owner, session, expire_time, id, application, protocol, service, data, created_time, version)
        SELECT owner, id, expire_time, ?, ?, ?, ?, ?, ?, 1 FROM held
      ON CONFLICT (owner, id) DO UPDATE SET data = EXCLUDED.data, expire_time = EXCLUDED.expire_time RETURNING id`,
    values: [session, id, application, protocol, service, data, now],
  });
  return rows.length === 1;
}

/** The next session of the same browser and user takes the visits over, and tells the services of its end. */
export const moveVisits = (sql: Sql, from: string, to: string): Promise<number> =>
  sql(table)
    .where({ session: from })
    .update({ session: to, expire_time: sql(sessions).where({ id: to }).select('expire_time') });

/** The visits of these sessions. */
export const serviceVisitsOf = (sql: Sql, sessions: readonly string[]): Promise<Visit[]> =>
  sql(table)
    .whereIn('session', sessions)
    .orderBy('created_time')
    .select('id', 'owner', 'session', 'application', 'protocol', 'service', 'data');

/** Forgets the visits of sessions that end, and adds a notice for each in the same transaction. */
export async function notifyServices(sql: Sql, sessions: readonly string[]): Promise<void> {
  const ended: EndedVisit[] = await sql(table)
    .whereIn('session', sessions)
    .delete()
    .returning(['id', 'owner', 'application', 'protocol', 'service', 'data']);
  await enqueue(sql, serviceSignOut, ...ended);
}

/** Deletes visits whose sessions have expired. */
export const deleteExpiredVisits = (sql: Sql, now: Date): Promise<number> =>
  sql(table).where('expire_time', '<=', now).delete();
