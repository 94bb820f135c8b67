import { deadQueue } from '../core/jobs/policy.ts';
import type { Db } from '../db/knex.ts';

export interface JobCount {
  kind: string;
  state: string;
  jobs: number;
}

/** Counts the jobs of each kind by state: `later` (not due yet), `waiting` (due), `active`, `retry` and `dead`. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await db.raw(
    `SELECT coalesce(source_name, name) AS kind,
       CASE WHEN name = :dead THEN 'dead' WHEN state <> 'created' THEN CAST(state AS text)
         WHEN start_after > now() THEN 'later' ELSE 'waiting' END AS state,
       count(*) AS jobs
     FROM jobs.job WHERE state < 'completed' AND name NOT LIKE '\\_\\_%' GROUP BY 1, 2`,
    { dead: deadQueue },
  );
  return rows;
}
