import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type ServiceVisit, serviceVisit } from '@doorwright/crds/kinds/service-visit.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition } from '../../core/jobs/kind.ts';
import type { Sql } from '../../db/knex.ts';

const table = tableName(serviceVisit);

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

/** Remembers a visit until its session ends. A second visit with the same id changes nothing. */
export async function rememberVisit(sql: Sql, visit: Visit, at: { now: Date; expireTime: Date }): Promise<void> {
  await sql(table)
    .insert({ ...visit, created_time: at.now, expire_time: at.expireTime, version: 1 })
    .onConflict(['owner', 'id'])
    .ignore();
}

/** Forgets a visit of a session that has just ended. */
export const forgetVisit = (sql: Sql, id: string): Promise<number> => sql(table).where({ id }).delete();

/** The next session of the same browser and user takes the visits over, and tells the services of its end. */
export const moveVisits = (sql: Sql, from: string, to: string): Promise<number> =>
  sql(table).where({ session: from }).update({ session: to });

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
