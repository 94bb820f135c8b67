import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../harness/client.ts';
import { createDatabase } from '../harness/database/database.ts';
import { freePort, npmStart, pressCtrlC, processes, processesWith, ready, type Started, until } from './started.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'doorwright-manifests-'));
// As root, Postgres runs as a system user who needs access to the folder.
chmodSync(folder, 0o755);
const manifests = join(folder, 'company');
const password = 'a password of this test';
let dataDir = '';
let port = 0;
const settings = (more: Record<string, string> = {}) => ({
  DOORWRIGHT_DATA_DIR: dataDir,
  DOORWRIGHT_ADMIN_PASSWORD: password,
  PORT: String(port),
  LOG_LEVEL: 'warn',
  ...more,
});

beforeAll(async () => {
  port = await freePort();
  cpSync(join(root, 'crds', 'examples'), manifests, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function signIn(): Promise<Client> {
  const client = createClient(`http://localhost:${port}`);
  const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin', password };
  expect((await client.post('login', login)).body).toMatchObject({ status: 'ok' });
  return client;
}
const application = async (client: Client, name: string) =>
  (await client.get('get-application', { id: `admin/${name}` })).body.data as Record<string, unknown> | null;
const displayed = (started: Started, text: string) => until(() => started.stdout.includes(text));
const operators = () => processes(dataDir).filter(({ command }) => command.includes('operator/main.ts'));

describe('npm start with the examples', () => {
  let first: Started;
  let client: Client;
  const clientIds: unknown[] = [];

  test('prints the declared objects in one line, and the company exists', async () => {
    dataDir = join(folder, 'examples');
    first = await ready(npmStart(settings()));
    await displayed(first, 'declared from');
    const [line] = first.stdout.split('\n').filter((each) => each.includes('declared from'));
    expect(line).toMatch(/^\d+ objects declared from crds\/examples, all Ready$/);
    client = await signIn();
    for (const name of ['newsroom', 'bookshop', 'sales-report']) {
      const { organization, clientId } = (await application(client, name)) ?? {};
      expect(organization).toMatch(/^rivermill/);
      clientIds.push(clientId);
    }
    await pressCtrlC(first);
    expect(first.stderr).toBe('');
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('keeps everything at the second start, and prints the same line', async () => {
    const second = await ready(npmStart(settings()));
    await displayed(second, 'all Ready');
    client = await signIn();
    const again = await Promise.all(
      ['newsroom', 'bookshop', 'sales-report'].map(async (name) => (await application(client, name))?.clientId),
    );
    expect(again).toEqual(clientIds);
    await pressCtrlC(second);
  });

  test('declares nothing if DOORWRIGHT_MANIFESTS is empty, and deletes nothing', async () => {
    const third = await ready(npmStart(settings({ DOORWRIGHT_MANIFESTS: '' })));
    client = await signIn();
    expect(operators()).toEqual([]);
    expect(await application(client, 'newsroom')).toMatchObject({ displayName: 'Newsroom' });
    await pressCtrlC(third);
    expect(third.stdout).not.toContain('declared');
  });
});

describe('npm start with another folder and database', () => {
  let started: Started;
  let client: Client;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(manifests, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };

  beforeAll(async () => {
    dataDir = join(folder, 'own');
    database = await createDatabase({ empty: true });
    const own = { DATABASE_URL: database.url, DOORWRIGHT_SECRET_KEY: randomBytes(32).toString('base64') };
    started = await ready(npmStart(settings({ ...own, DOORWRIGHT_MANIFESTS: manifests })));
    await displayed(started, 'all Ready');
    client = await signIn();
  });
  afterAll(async () => {
    await pressCtrlC(started);
    await database.drop();
    expect(processesWith(dataDir)).toEqual([]);
  });

  test('gives the operator its token in a file that only its owner reads', () => {
    expect(statSync(join(dataDir, 'operator-token')).mode & 0o777).toBe(0o600);
  });

  test('shows an edit of a YAML file within a second', async () => {
    const times: number[] = [];
    for (let round = 1; round <= 20; round++) {
      const wanted = `Newsroom ${round}`;
      const from = performance.now();
      edit('applications.yaml', /displayName: Newsroom.*/, `displayName: ${wanted}`);
      while ((await application(client, 'newsroom'))?.displayName !== wanted) {
        if (performance.now() - from > 10_000) throw new Error(`${wanted} did not come`);
        await pause(10);
      }
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const [p50, p95] = [times[9], times[18]] as [number, number];
    console.log(`edit → api: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
    expect(p95).toBeLessThan(1000);
  });

  test('prints an error with its file and line, and says when it is corrected', async () => {
    edit('organizations.yaml', /passwordType: argon2id/, 'passwordType: rot13');
    await displayed(started, 'all Ready, 1 mistake');
    expect(started.stdout).toMatch(/organizations\.yaml:10: spec\.passwordType: /);
    const before = started.stdout.length;
    edit('organizations.yaml', /passwordType: rot13/, 'passwordType: argon2id');
    await until(() => /all Ready\n/.test(started.stdout.slice(before)));
  });

  test('restarts a dead operator, and edits keep working', async () => {
    for (const { pid } of operators()) process.kill(pid, 'SIGKILL');
    await displayed(started, 'The operator ended (killed by SIGKILL) and starts again in 1 s');
    edit('applications.yaml', /displayName: Newsroom.*/, 'displayName: Newsroom again');
    while ((await application(client, 'newsroom'))?.displayName !== 'Newsroom again') await pause(20);
  });

  test('35.0 says why the api ended, and starts it again beside the same operator', async () => {
    const before = operators().map(({ pid }) => pid);
    const [api] = processes(dataDir).filter(({ command }) => command.includes('api/main.ts'));
    process.kill(api?.pid as number, 'SIGKILL');
    await until(() => started.stderr.includes('The api ended (killed by SIGKILL) and starts again in 1 s\n'));
    await until(() => started.stdout.split('is ready at').length === 3);
    client = await signIn();
    expect(operators().map(({ pid }) => pid)).toEqual(before);
    edit('applications.yaml', /displayName: Newsroom.*/, 'displayName: Newsroom after all');
    while ((await application(client, 'newsroom'))?.displayName !== 'Newsroom after all') await pause(20);
  });
});

test('a folder that is not there stops npm start with one sentence', async () => {
  dataDir = join(folder, 'unused');
  mkdirSync(dataDir);
  const started = npmStart(settings({ DOORWRIGHT_MANIFESTS: join(folder, 'nowhere') }));
  await started.ended;
  expect(started.stderr).toMatch(/^DOORWRIGHT_MANIFESTS «.*nowhere» cannot be used: it is not a folder\.\n$/);
  expect(started.exitCode).toBe(1);
});
