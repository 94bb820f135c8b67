import type { TestApp } from './app.ts';

/** What the server does beside requests, jobs and the letters of codes among them, and what it reads anew every few seconds whoever asks. */
const beside =
  /pg_notify|FROM jobs\.|"created_time" = \$|^select \* from "(applications|organizations|certs|cert_keys)"|^select \* from "providers" where "owner" = \$1 and "name"/;

/** The statements that a request costs. */
export async function statementsOf({ db }: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void (beside.test(sql) || statements.push(sql));
  db.on('query', note);
  await request();
  db.off('query', note);
  return statements;
}
