import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../harness/client.ts';
import { freePort, npmStart, pressCtrlC, processesWith, ready, until } from './started.ts';

const folder = mkdtempSync(join(tmpdir(), 'doorwright-start-'));
// As root, Postgres runs as a system user who needs access to the folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
let port = 0;
let password = '';
const settings = () => ({ DOORWRIGHT_DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' });

const signIn = async () => {
  const client = createClient(`http://localhost:${port}`);
  const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin', password };
  expect((await client.post('login', login)).body).toMatchObject({ status: 'ok' });
  return client;
};

beforeAll(async () => {
  port = await freePort();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm start', () => {
  test('prints the address and a working password, and Ctrl-C leaves no process', async () => {
    const first = await ready(npmStart(settings()));
    expect(first.stdout).toContain(`Doorwright is ready at http://localhost:${port} `);
    await until(() => first.stdout.includes('declared from'));
    expect(first.stdout).toMatch(/^\d+ objects declared from crds\/examples, all Ready$/m);
    password = first.stdout.match(/built-in\/admin, password (\S+)/)?.[1] ?? '';
    const client = await signIn();
    expect((await client.post('add-role', { owner: 'built-in', name: 'kept' })).body).toMatchObject({ status: 'ok' });

    expect(processesWith(dataDir).length).toBeGreaterThan(2);
    await pressCtrlC(first);
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('keeps all data at the second start, prints no password, and refuses a second server on the same folder', async () => {
    const second = await ready(npmStart(settings()));
    console.log(`second start: ready after ${Math.round(second.readyAfterMs ?? 0)} ms`);
    expect(second.stdout).not.toContain('password');
    const client = await signIn();
    expect((await client.get('get-role?id=built-in/kept')).body).toMatchObject({
      status: 'ok',
      data: { name: 'kept' },
    });

    const other = npmStart({ ...settings(), PORT: String(await freePort()) });
    await other.ended;
    expect(other.stderr).toMatch(/^The data folder .* is in use by another process \(\d+\); .*\.\n$/);
    expect(other.exitCode).toBe(1);
    // The refused server has not affected the first.
    expect((await client.get('get-account')).body).toMatchObject({ status: 'ok' });

    await pressCtrlC(second);
    expect(second.stderr).toBe('');
    expect(processesWith(dataDir)).toEqual([]);
  });
});

describe('npm start prints one sentence and exits with 1 if', () => {
  const unreachable = {
    DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
    DOORWRIGHT_SECRET_KEY: randomBytes(32).toString('base64'),
  };

  test.each<[string, Record<string, string>, RegExp]>([
    ['nothing answers at DATABASE_URL', unreachable, /^The database that DATABASE_URL names cannot be used: .+/],
    ['a setting is unknown', { DOORWRIGHT_PASSWORD: 'x' }, /^DOORWRIGHT_PASSWORD is not a setting/],
  ])('%s', async (_, changed, sentence) => {
    const started = npmStart({ DOORWRIGHT_DATA_DIR: join(folder, 'unused'), PORT: String(port), ...changed });
    await started.ended;
    expect(started.stderr).toMatch(sentence);
    expect(started.stderr.trim().split('\n')).toHaveLength(1);
    expect(started.exitCode).toBe(1);
    expect(started.stdout).toBe('');
  });
});
