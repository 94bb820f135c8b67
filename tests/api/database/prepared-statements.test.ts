import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { unnamedStatement } from '@doorwright/api/db/prepared-statements.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  // One connection, so that the test sees its prepared statements.
  db = connect(database.url, { pool: 1 });
  return () => db.destroy();
});
afterAll(() => database.drop());

const ask = (sql: Db = db) => sql('organizations').where({ owner: 'admin', name: 'built-in' }).first();
async function askOften() {
  for (let times = 0; times < 5; times++) await ask();
}
const prepared = async (): Promise<number> =>
  (await db.raw('SELECT FROM pg_prepared_statements WHERE statement LIKE ?', ['%"organizations"%'])).rows.length;

test('a repeated statement is planned once', async () => {
  await ask();
  expect(await prepared()).toBe(0);
  await askOften();
  expect(await prepared()).toBe(1);
});

test('a list is planned for its filter', async () => {
  for (let times = 0; times < 5; times++) await ask().options(unnamedStatement);
  expect(await prepared()).toBe(0);
});

test('a statement of a transaction with a star that is no list of columns is planned once', async () => {
  const inTransaction = (text: string) =>
    db.transaction(async (sql) => {
      for (let times = 0; times < 5; times++) await sql.raw(text, ['built-in']);
    });
  await inTransaction(`SELECT count(*) * 2 AS "organizations", '*' FROM organizations WHERE name = ?`);
  expect(await prepared()).toBe(1);
  const all = ['SELECT *', 'SELECT organizations.*', 'SELECT name, organizations.*, 1', 'SELECT organizations . *'];
  for (const columns of all) await inTransaction(`${columns} FROM "organizations" WHERE name = ?`);
  await inTransaction('UPDATE "organizations" SET version = version WHERE name = ? RETURNING *');
  await inTransaction('WITH o AS (SELECT * FROM "organizations" WHERE name = ?) SELECT name FROM o');
  expect(await prepared()).toBe(1);
});

test('an upgrade may add a column to a table while the earlier release reads it', async () => {
  await askOften();
  await db.raw('ALTER TABLE organizations ADD COLUMN of_the_next_release text');
  expect(await ask()).toMatchObject({ of_the_next_release: null });
  await askOften();
  await db.raw('ALTER TABLE organizations DROP COLUMN of_the_next_release');
  expect(await db.transaction((sql) => ask(sql as unknown as Db))).toMatchObject({ name: 'built-in' });
  expect(await ask()).not.toHaveProperty('of_the_next_release');
});

test('a pooler that changes connections between transactions costs speed and no errors', async () => {
  await askOften();
  await db.raw('DEALLOCATE ALL');
  expect(await ask()).toMatchObject({ name: 'built-in' });
  await askOften();
  expect(await prepared()).toBe(0);
});

test('varying texts do not fill the memory of Postgres', async () => {
  for (let column = 0; column < 300; column++)
    for (let times = 0; times < 3; times++) await db.raw(`SELECT ? AS c${column}`, ['x']);
  const { rows } = await db.raw('SELECT FROM pg_prepared_statements');
  expect(rows).toHaveLength(250);
});

test('a setting disables them', async () => {
  await db.destroy();
  db = connect(database.url, { pool: 1, prepares: false });
  await askOften();
  expect(await prepared()).toBe(0);
});
