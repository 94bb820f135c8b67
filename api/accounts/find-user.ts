import type { User } from '@doorwright/crds/models/user.ts';
import type { Sql } from '../db/knex.ts';
import type { Store } from '../resources/store.ts';

/** What a person may type to say who he is, the first that fits. */
const columns = ['name', 'email', 'phone', 'id_card'];

/** The user of an organization who is called this, in one statement that an index answers for each way of calling. */
export async function findUser(
  sql: Sql,
  { table, fromRow }: Store,
  { organization, username }: { organization: string; username: string },
): Promise<User | undefined> {
  const ways = columns.map((column, rank) =>
    sql(table)
      .select('*', sql.raw('? AS rank', [rank]))
      .where({ owner: organization, [column]: username }),
  );
  const row = await sql.unionAll(ways).orderBy('rank').limit(1).first();
  return row && (fromRow(row) as unknown as User);
}
