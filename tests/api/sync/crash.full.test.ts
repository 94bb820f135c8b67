import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { add } from '../../harness/world.ts';
import { addSyncer, createPeople } from './world.ts';

const people = 4_000;
const settings = { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };
let database: Awaited<ReturnType<typeof createDatabase>>;
let other: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;
let table: Db;

beforeAll(async () => {
  [database, other] = [await createDatabase(), await createDatabase({ empty: true })];
  [db, table] = [connect(database.url, { pool: 1 }), connect(other.url, { pool: 1 })];
  await createPeople(table);
  await table.raw(
    `INSERT INTO people SELECT 'p' || n, 'p' || n, 'Person ' || n, 'p' || n || '@acme.example' FROM generate_series(1, ?) AS n`,
    [people],
  );
});
afterAll(async () => {
  await db.destroy();
  await table.destroy();
  await database.drop();
  await other.drop();
});

test('a run that kill -9 ends in the middle goes on in another process, and every person is there once', async () => {
  const api = await startProcess(database.url, settings);
  const root = createClient(api.url);
  await root.post('login', {
    ...{ type: 'login', application: 'app-built-in', organization: 'built-in' },
    ...{ username: 'admin', password: adminPassword },
  });
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await addSyncer(root, other.url, 'people');
  const call = root.post('run-syncer', undefined, { query: { id: 'admin/people' } }).catch(() => undefined);
  const done = async () => Number((await db('sync_rows').where({ state: 'done' }).count({ count: '*' }))[0]?.count);
  await expect.poll(done, { interval: 10, timeout: 30_000 }).toBeGreaterThan(0);
  await api.kill('SIGKILL');
  await call;
  const before = await done();
  expect(before).toBeLessThan(people);

  const again = await startProcess(database.url, settings);
  try {
    await expect
      .poll(async () => (await db('sync_runs').first('state'))?.state, { timeout: 120_000, interval: 500 })
      .toBe('done');
    expect(await done()).toBe(people);
    expect(await db('users').where({ owner: 'acme' }).count({ count: '*' })).toEqual([{ count: people }]);
    expect(await db('sync_links').countDistinct({ count: 'user_id' })).toEqual([{ count: people }]);
  } finally {
    await again.kill('SIGTERM');
  }
}, 240_000);
