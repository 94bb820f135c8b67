import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '../app.ts';

/** What the server does beside requests, jobs and the letters of codes among them, and what it reads anew every few seconds whoever asks. */
const beside =
  /pg_notify|FROM jobs\.|"created_time" (?:=|<=) \$|^select \* from "(applications|organizations|certs|cert_keys)"|^select \* from "providers" where "owner" = \$1 and "name"/;

/** The two limits of letters, which the job that sends them counts. */
const ofLetters = '5,8';
const isOfLetters = (bindings: readonly unknown[] = []) =>
  bindings.some((each) => Array.isArray(each) && each.toSorted().join() === ofLetters);

const jobUnderWay = `SELECT FROM jobs.job
  WHERE state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()) LIMIT 1`;

/** What requests before left to do is done first, so that it is not taken for this one's. Where nobody does it, it waits as before. */
async function jobsDone(db: TestApp['db']): Promise<void> {
  for (let look = 0; look < 50; look++) {
    if ((await db.raw(jobUnderWay)).rows.length === 0) return;
    await pause(100);
  }
}

/** The statements that a request costs. */
export async function statementsOf({ db }: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<string[]> {
  await jobsDone(db);
  const statements: string[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings?: unknown[] }) =>
    void (beside.test(sql) || isOfLetters(bindings) || statements.push(sql));
  db.on('query', note);
  await request();
  db.off('query', note);
  return statements;
}
