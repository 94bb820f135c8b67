import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createStores } from '@doorwright/api/core/objects/stores.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import { migrate, pendingMigrations } from '@doorwright/api/db/migrate.ts';
import { migrations } from '@doorwright/api/db/migrations/index.ts';
import { maintainPartitions } from '@doorwright/api/db/partitions.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { rotateSecrets } from '@doorwright/api/process/rotate-secrets.ts';
import { kinds } from '@doorwright/crds';
import { secretsOf, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { tablesOf } from '@doorwright/crds/derive/tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { createClient } from '../../harness/client.ts';
import { recordsIn } from '../../harness/database/all-records.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword, registry, testKey } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { add, password, sampleOf } from '../../harness/world.ts';

const rotateKey = fileURLToPath(import.meta.resolve('@doorwright/api/process/bin/rotate-key.ts'));

describe('migrations', () => {
  test('servers that start together on an empty database migrate and seed it once', async () => {
    const database = await createDatabase({ empty: true });
    const servers = await Promise.all([1, 2, 3].map(() => startProcess(database.url)));
    const passwords = () => servers.map((server) => server.output().match(/password (\S+)/)?.[1]).filter(Boolean);
    await expect.poll(() => passwords().length).toBe(1);
    const db = connect(database.url);
    expect(await db('organizations').where({ name: 'built-in' })).toHaveLength(1);
    expect(await pendingMigrations(db)).toEqual([]);
    await db.destroy();
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
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

  test('a migration of a newer release does not stop this server from starting, as during an upgrade', async () => {
    const database = await createDatabase();
    const db = connect(database.url, { pool: 1 });
    await db('migrations').insert({ name: '99991231000000_later', batch: 99, migration_time: new Date() });
    await db.destroy();
    const api = await startProcess(database.url);
    expect((await createClient(api.url).get('/readyz')).status).toBe(200);
    await api.kill('SIGTERM');
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

test('a sign-in leaves the user’s row on its database page', async () => {
  const app = await startApp();
  const root = await app.admin();
  await add(root, 'organization', { name: 'crowd', passwordType: 'plain', upgradePasswords: false });
  const names = Array.from({ length: 80 }, (_, index) => `user${index}`);
  for (const name of names) await add(root, 'user', { owner: 'crowd', name, password });
  const pages = async () =>
    (await app.db.raw(`SELECT name, (ctid::text::point)[0] AS page FROM users WHERE owner = 'crowd' ORDER BY name`))
      .rows;
  const before = await pages();
  for (const name of names.filter((_, index) => index % 4 === 0)) await app.signedIn('crowd', name, password);
  expect(await pages()).toEqual(before);
  await app.stop();
});

describe('secrets at rest', () => {
  // More than forty characters, in the form that secrets of webhooks have.
  const secret = `whsec_${Buffer.from('a secret text of more than forty characters').toString('base64')}`;
  const oldKey = testKey;
  const newKey = randomBytes(32);
  const withSecrets = kinds.filter((kind) => !kind.internal && secretsOf(kind).some((path) => !path.digest));

  test('every secret of every kind is encrypted again with the current key, and an interrupted run continues', async () => {
    const app = await startApp();
    const root = await app.admin();
    for (const kind of withSecrets.filter((each) => each.name !== 'cert')) {
      const sample = sampleOf(kind, 'built-in', 'sealed');
      for (const { field, member, list } of secretsOf(kind).filter((path) => !path.digest))
        sample[field] = list ? [{ name: 'X', [member as string]: secret }] : secret;
      await add(root, kind.name, sample);
    }
    const both = createSecretBox([newKey, oldKey]);
    // The first run ends after one table, as if killed.
    const cut = rotateSecrets(app.db, registry, both, () => {
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    const again: string[] = [];
    await rotateSecrets(app.db, registry, both, ({ table, rows }) => void again.push(`${table} ${rows}`));
    const rest: number[] = [];
    await rotateSecrets(app.db, registry, both, ({ rows }) => void rest.push(rows));
    expect(rest.every((rows) => rows === 0)).toBe(true);

    const store = createStores(registry, createSecretBox([newKey]));
    for (const kind of withSecrets) {
      const { rows } = await store(kind.name).list(app.db, { sort: { field: 'createdTime', ascending: true } });
      const secrets = rows.flatMap((row) =>
        secretsOf(kind)
          .filter((path) => !path.digest)
          .flatMap((path) => valuesAt(row, path)),
      );
      expect(secrets.filter(Boolean).length, kind.kind).toBeGreaterThan(0);
    }
    await app.stop();
  });

  test('a rotation under load causes no errors, and the old key is not needed afterwards', async () => {
    const database = await createDatabase();
    const keys = [newKey, oldKey].map((key) => key.toString('base64')).join(',');
    const api = await startProcess(database.url, { DOORWRIGHT_SECRET_KEY: keys });
    const client = createClient(api.url);
    const read = async () => (await client.get('get-application', { id: 'admin/app-built-in' })).body.status;
    const answers: string[] = [];
    let rotating = true;
    const load = (async () => {
      while (rotating) answers.push(await read());
    })();
    const env = { ...process.env, DATABASE_URL: database.url, DOORWRIGHT_SECRET_KEY: keys };
    const { stdout: output } = await promisify(execFile)(process.execPath, [rotateKey], { env });
    rotating = false;
    await load;
    expect(output).toMatch(/applications: 1 rows sealed again/);
    expect(new Set(answers)).toEqual(new Set(['ok']));
    await api.kill('SIGTERM');

    const after = await startProcess(database.url, { DOORWRIGHT_SECRET_KEY: newKey.toString('base64') });
    const root = createClient(after.url);
    await root.post('login', {
      type: 'login',
      application: 'app-built-in',
      organization: 'built-in',
      username: 'admin',
      password: adminPassword,
    });
    const { body } = await root.get('get-application', { id: 'admin/app-built-in' });
    expect(body.data.clientSecret).toMatch(/^[0-9a-f]{40}$/);
    await after.kill('SIGTERM');
    await database.drop();
  });

  test('a secret that was moved, changed, or encrypted with a missing key cannot be read', () => {
    const box = createSecretBox([oldKey]);
    const sealed = box.seal('hush', 'applications.clientSecret');
    expect(box.open(sealed, 'applications.clientSecret')).toBe('hush');
    expect(() => box.open(sealed, 'providers.clientSecret')).toThrow();
    expect(() => box.open(`${sealed.slice(0, -2)}AA`, 'applications.clientSecret')).toThrow();
    expect(() => createSecretBox([newKey]).open(sealed, 'applications.clientSecret')).toThrow(box.currentKeyId);
    expect(box.seal('hush', 'x')).not.toBe(box.seal('hush', 'x'));
    expect(box.seal('', 'x')).toBe('');
  });
});

describe('a server that cannot start says what to fix in one sentence', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());
  const startWith = (settings: Record<string, string>, query = '') =>
    startProcess(`${database.url}${query}`, settings).then(
      () => 'it started',
      (error: Error) => error.message.replace('the api ended with 1: ', ''),
    );

  test('a different secret key than the database’s', async () => {
    expect(await startWith({ DOORWRIGHT_SECRET_KEY: randomBytes(32).toString('base64') })).toMatch(
      /^DOORWRIGHT_SECRET_KEY does not hold the key [0-9a-f]{8}, with which the secrets of this database are sealed; .+\.\n$/,
    );
  });

  test('an address that this machine does not have', async () => {
    expect(await startWith({ HOST: '203.0.113.7' })).toMatch(
      /^HOST «203\.0\.113\.7» and PORT «\d+» cannot be listened on: .+\.\n$/,
    );
  });

  test('a read-only data folder', async () => {
    const settings = { DOORWRIGHT_DATA_DIR: '/dev/null/data', DOORWRIGHT_MANIFESTS: import.meta.dirname };
    expect(await startWith(settings)).toMatch(/^The data folder \/dev\/null\/data cannot be used \(ENOTDIR, .+\n$/);
  });

  test('a database with a small character set or another date style', async () => {
    const keeper = connect(database.url, { pool: 1 });
    await keeper.raw('DROP DATABASE IF EXISTS narrow');
    await keeper.raw("CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
    const narrow = new URL(database.url);
    narrow.pathname = '/narrow';
    await expect(startProcess(narrow.href)).rejects.toThrow(
      /: The database that DATABASE_URL names cannot be used: its server_encoding is LATIN1, which takes .+\.\n$/,
    );
    await keeper.raw('DROP DATABASE narrow');
    await keeper.destroy();
    expect(await startWith({}, '?options=-c%20datestyle%3DGerman')).toMatch(
      /: its DateStyle is German, DMY, which takes ALTER DATABASE .+\.\n$/,
    );
  });

  test('a read-only database', async () => {
    expect(await startWith({}, '?options=-c%20default_transaction_read_only%3Don')).toMatch(
      /^The database that DATABASE_URL names cannot be used: cannot execute .+ in a read-only transaction\.\n$/,
    );
  });
});

test('records have a partition for each month, and whole months are deleted after their time', async () => {
  const app = await startApp();
  const names = async () =>
    (
      await app.db.raw("SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'records'::regclass")
    ).rows
      .map((row: { name: string }) => row.name)
      .sort();
  const tables = tablesOf(kinds);
  await maintainPartitions(app.db, tables, { now: new Date('2020-01-15'), keepMonths: 0 });
  expect(await names()).toEqual(expect.arrayContaining(['records_2020_01', 'records_2020_04', 'records_default']));
  const store = app.store('record');
  const old = { owner: 'built-in', name: 'old', createdTime: '2020-01-20T00:00:00.000Z', version: 1 };
  await store.insert(app.db, old);
  await maintainPartitions(app.db, tables, { now: new Date('2021-01-31'), keepMonths: 12 });
  expect(await store.find(app.db, 'built-in', 'old')).toBeDefined();
  await maintainPartitions(app.db, tables, { now: new Date('2021-02-01'), keepMonths: 12 });
  expect(await names()).not.toContain('records_2020_01');
  expect(await store.find(app.db, 'built-in', 'old')).toBeUndefined();
  await app.stop();
});
