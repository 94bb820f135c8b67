import { fileRecords } from '@doorwright/api/core/events/file-records.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { migrate, pendingMigrations } from '@doorwright/api/db/migrate.ts';
import { migrations } from '@doorwright/api/db/migrations/index.ts';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { recordsIn } from '../../harness/database/all-records.ts';
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

  test('records of a former release keep their numbers, and new ones follow them', async () => {
    const database = await createDatabase();
    const db = connect(database.url);
    const fresh = migrations.find(({ name }) => name.endsWith('fresh_records'));
    const idsIn = async (rows: ReturnType<typeof recordsIn>) =>
      (await rows.whereLike('name', 'kept-%').orderBy('id').pluck('id')).map(Number);
    const row = (name: string) => ({ owner: 'acme', created_time: new Date(), name });
    await fresh?.down(db);
    await db('records').insert([row('kept-1'), row('kept-2')]);
    const before = await idsIn(db('records'));
    await fresh?.up(db);
    expect(await idsIn(recordsIn(db))).toEqual(before);
    await db('records_fresh').insert({ event: '', told: row('kept-3') });
    // As a server of the former release, which writes them at once.
    await db('records').insert(row('kept-4'));
    expect((await idsIn(recordsIn(db))).slice(0, 2)).toEqual(before);
    expect((await idsIn(recordsIn(db))).slice(2).map((id) => id - (before[1] as number))).toEqual([1, 2]);
    // Going back keeps a record that was not filed.
    await fresh?.down(db);
    expect(await idsIn(db('records'))).toHaveLength(4);
    await db.destroy();
    await database.drop();
  });

  test('a record that another release wrote is filed by the columns of the database', async () => {
    const database = await createDatabase();
    const db = connect(database.url);
    // What the next release does, while servers of this one run.
    for (const table of ['records_blank', 'records'])
      await db.raw(`ALTER TABLE ${table} ADD COLUMN mood text NOT NULL DEFAULT 'calm'`);
    const told = (name: string, more: object) => ({
      event: '',
      told: { owner: 'acme', created_time: new Date(), name, ...more },
    });
    await db('records_fresh').insert([told('theirs', { mood: 'glad' }), told('ours', { gone: 1, action: 'login' })]);
    expect(await fileRecords(db)).toBe(2);
    expect(await db('records').where({ owner: 'acme' }).orderBy('id').select('name', 'mood', 'action')).toEqual([
      { name: 'theirs', mood: 'glad', action: '' },
      { name: 'ours', mood: 'calm', action: 'login' },
    ]);
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
