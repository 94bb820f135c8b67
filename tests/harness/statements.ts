import type { TestApp } from './app.ts';

/** What the server does beside requests, jobs and the letters of codes among them, and what it reads anew every few seconds whoever asks. */
const beside =
  /pg_notify|FROM jobs\.|"created_time" (?:=|<=) \$|^select \* from "(applications|organizations|certs|cert_keys)"|^select \* from "providers" where "owner" = \$1 and "name"/;

/** The two limits of letters, which the job that sends them counts. */
const ofLetters = '5,8';
const isOfLetters = (bindings: readonly unknown[] = []) =>
  bindings.some((each) => Array.isArray(each) && each.toSorted().join() === ofLetters);

/** The statements that a request costs. */
export async function statementsOf({ db }: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings?: unknown[] }) =>
    void (beside.test(sql) || isOfLetters(bindings) || statements.push(sql));
  db.on('query', note);
  await request();
  db.off('query', note);
  return statements;
}
