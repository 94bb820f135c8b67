import { deadQueue } from '../core/jobs/policy.ts';
import type { Sql } from '../db/knex.ts';
import { jobKinds } from './job-kinds.ts';

/** Creates the queue of each kind with a function of pg-boss in the database. */
export async function createQueues(sql: Sql): Promise<void> {
  const names = [deadQueue, ...jobKinds.map(({ name }) => name)];
  await sql.raw(`SELECT jobs.create_queue(name, '{"policy": "standard"}') FROM unnest(CAST(? AS text[])) AS name`, [
    names,
  ]);
}
