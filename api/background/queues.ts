import { deadQueue } from '../core/jobs/policy.ts';
import type { Sql } from '../db/knex.ts';
import { jobKinds } from './kinds.ts';

/** Every kind has a queue of its own, made by the function that the library's tables bring along. */
export async function openQueues(sql: Sql): Promise<void> {
  const names = [deadQueue, ...jobKinds.map(({ name }) => name)];
  await sql.raw(`SELECT jobs.create_queue(name, '{"policy": "standard"}') FROM unnest(CAST(? AS text[])) AS name`, [
    names,
  ]);
}
