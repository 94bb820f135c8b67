import type { Db } from '@doorwright/api/db/knex.ts';

const orders = ['created_time DESC, owner DESC, name DESC', 'name', 'email, owner, name', 'is_admin, owner, name'];

/** Prints how Postgres finds the pages, for a person to look at. */
export async function explainLists(db: Db, say: (text: string) => void): Promise<void> {
  for (const order of orders) {
    const { rows } = await db.raw(
      `EXPLAIN (ANALYZE, BUFFERS) SELECT u.* FROM users u JOIN (SELECT owner, name FROM users WHERE owner = 'big' ORDER BY ${order} OFFSET 49990 LIMIT 10) w USING (owner, name)`,
    );
    say(`\nORDER BY ${order}\n${rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')}`);
  }
}
