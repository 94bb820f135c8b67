import type { TestApp } from './app.ts';

/** What the server does beside requests, and what it reads anew every few seconds whoever asks. */
const beside = /skip locked|pg_notify|^select \* from "(applications|organizations)"/;

/** The statements that a request costs. */
export async function statementsOf({ db }: Pick<TestApp, 'db'>, request: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void (beside.test(sql) || statements.push(sql));
  db.on('query', note);
  await request();
  db.off('query', note);
  return statements;
}
