import type { Sql } from '../../../db/knex.ts';

const name = 'imported';

/**
 * Runs a step of a transaction that can fail alone. A transaction of knex within another would announce its changes to caches at its own end,
 * before the outer one commits. So this is plain SQL, and the step uses the outer transaction.
 */
export async function inSavepoint<T>(sql: Sql, step: () => Promise<T>, { keeps = true } = {}): Promise<T> {
  await sql.raw(`SAVEPOINT ${name}`);
  try {
    const made = await step();
    if (!keeps) await sql.raw(`ROLLBACK TO SAVEPOINT ${name}`);
    return made;
  } catch (error) {
    await sql.raw(`ROLLBACK TO SAVEPOINT ${name}`);
    throw error;
  } finally {
    await sql.raw(`RELEASE SAVEPOINT ${name}`).catch(() => undefined);
  }
}
