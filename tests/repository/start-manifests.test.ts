import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  test('shows an edit of a YAML file', async () => {
    edit('applications.yaml', /displayName: Newsroom.*/, 'displayName: Newsroom edited');
    await expect.poll(async () => (await application(client, 'newsroom'))?.displayName).toBe('Newsroom edited');
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
    await expect.poll(async () => (await application(client, 'newsroom'))?.displayName).toBe('Newsroom again');
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
    await expect.poll(async () => (await application(client, 'newsroom'))?.displayName).toBe('Newsroom after all');
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
