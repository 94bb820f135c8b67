import { deadQueue } from '../core/jobs/policy.ts';
import type { Db } from '../db/knex.ts';

export interface JobFigure {
  kind: string;
  state: string;
  jobs: number;
}

/** How many jobs of each kind wait, for their time (`later`) or for somebody to do them, are under way, wait for another try, or are dead. */
export async function jobFigures(db: Db): Promise<JobFigure[]> {
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
