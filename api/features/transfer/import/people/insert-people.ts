import { Refusal } from '../../../../core/errors.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { translateConflict } from '../../../../core/objects/storage/conflicts.ts';
import { inSavepoint } from '../savepoint.ts';

/** Inserts the users in one statement. A user whose value another transaction took meanwhile is left out. */
async function insertAll({ sql, store }: Work, users: readonly Draft[]): Promise<string[]> {
  const { table, toRow } = store('user');
  const written = await sql(table).insert(users.map(toRow)).onConflict().ignore().returning('id');
  return written.map(({ id }) => id);
}

/** The ids of the users that were written. If one of them fails the statement, each gets one of its own. */
export async function insertPeople(work: Work, users: readonly Draft[]): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  try {
    return new Set(await inSavepoint(work.sql, () => insertAll(work, users)));
  } catch (error) {
    const isConflict = translateConflict(work.registry.named('user'), error) instanceof Refusal;
    if (!isConflict) throw error;
    if (users.length === 1) return new Set();
  }
  const written = new Set<string>();
  for (const user of users) for (const id of await insertPeople(work, [user])) written.add(id);
  return written;
}
