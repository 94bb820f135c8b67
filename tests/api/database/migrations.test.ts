import { connect } from '@doorwright/api/db/knex.ts';
import { migrate, pendingMigrations } from '@doorwright/api/db/migrate.ts';
import { migrations } from '@doorwright/api/db/migrations/index.ts';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';

describe('migrations', () => {
  test('servers that start together on an empty database migrate and seed it once, and a migration of a newer release stops none', async () => {
    const database = await createDatabase({ empty: true });
    const servers = await Promise.all([1, 2].map(() => startProcess(database.url)));
    const passwords = () => servers.map((server) => server.output().match(/password (\S+)/)?.[1]).filter(Boolean);
    await expect.poll(() => passwords().length).toBe(1);
    const db = connect(database.url);
    expect(await db('organizations').where({ name: 'built-in' })).toHaveLength(1);
    expect(await pendingMigrations(db)).toEqual([]);
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));

    // A migration of a newer release does not stop this server from starting, as during an upgrade.
    await db('migrations').insert({ name: '99991231000000_later', batch: 99, migration_time: new Date() });
    await db.destroy();
    const late = await startProcess(database.url);
    expect((await createClient(late.url).get('/readyz')).status).toBe(200);
    await late.kill('SIGTERM');
    await database.drop();
  });

  test('17.15 records without an organization move to the organization of their user', async () => {
    const database = await createDatabase();
    const db = connect(database.url);
    const row = { owner: '', created_time: new Date(), organization: 'acme', action: 'add-webhook' };
    await db('records').insert({ ...row, name: 'of-nobody' });
    await migrations.find(({ name }) => name.endsWith('owners_of_records'))?.up(db);
    expect(await db('records').where({ name: 'of-nobody' }).first('owner')).toEqual({ owner: 'acme' });
    await db.destroy();
    await database.drop();
  });

  test('17.13 a first start with a weak administrator password ends with a sentence and stores nothing', async () => {
    const database = await createDatabase({ empty: true });
    const settings = { DOORWRIGHT_ADMIN_PASSWORD: 'Football1' };
    const failure = await startProcess(database.url, settings).then(String, (error: Error) => error.message);
    expect(failure).toContain('DOORWRIGHT_ADMIN_PASSWORD cannot be used: This password is too common');
    const db = connect(database.url, { pool: 1 });
    expect(await db('organizations')).toEqual([]);
    await db.destroy();
    await database.drop();
  });

  test('a migration that was killed does not block the next one', async () => {
    const database = await createDatabase({ empty: true });
    const db = connect(database.url);
    await migrate(db);
    await db('migrations_lock').update({ is_locked: 1 });
    expect(await migrate(db)).toEqual([]);
    await db.destroy();
    await database.drop();
  });

  test('each migration can be reverted, and a new migration gives the same tables', async () => {
    const database = await createDatabase({ empty: true });
    const db = connect(database.url);
    await migrate(db);
    const columns = () =>
      db('information_schema.columns')
        .whereIn('table_schema', ['public', 'jobs'])
        .whereNot('table_name', 'like', 'migrations%')
        .orderBy(['table_schema', 'table_name', 'column_name'])
        .select('table_schema', 'table_name', 'column_name', 'data_type');
    const before = await columns();
    for (const migration of [...migrations].reverse()) await migration.down(db);
    expect(await columns()).toEqual([]);
    for (const migration of migrations) await migration.up(db);
    expect(await columns()).toEqual(before);
    await db.destroy();
    await database.drop();
  });
});
