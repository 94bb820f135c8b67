import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';
import { makeQuickFolder } from '../../harness/quick-folder.ts';

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

  test('an address that this machine does not have', async () => {
    expect(await startWith({ HOST: '203.0.113.7' })).toMatch(
      /^HOST «203\.0\.113\.7» and PORT «\d+» cannot be listened on: .+\.\n$/,
    );
  });

  test('a read-only data folder', async () => {
    const settings = { DOORWRIGHT_DATA_DIR: '/dev/null/data', DOORWRIGHT_MANIFESTS: import.meta.dirname };
    expect(await startWith(settings)).toMatch(/^The data folder \/dev\/null\/data cannot be used \(ENOTDIR, .+\n$/);
  });

  test('a data folder in which Postgres cannot write its files', async () => {
    const folder = makeQuickFolder('failed-start');
    await chmod(folder.dir, 0o755);
    const api = fileURLToPath(import.meta.resolve('@doorwright/api/main.ts'));
    // The limit of a process for the size of its files stands for a full disk.
    const limited = spawn('bash', ['-c', 'ulimit -f 100 && exec "$@"', 'bash', process.execPath, api], {
      env: { ...process.env, DATABASE_URL: '', DOORWRIGHT_DATA_DIR: folder.dir, DOORWRIGHT_SECRET_KEY: '', PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = await Promise.all([text(limited.stderr), once(limited, 'exit')]);
    expect(said).toMatch(/^Postgres did not start in .+: could not write to file .+: File too large\n$/);
    expect(await readdir(folder.dir)).not.toContain('postgres');
    await folder.remove();
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
