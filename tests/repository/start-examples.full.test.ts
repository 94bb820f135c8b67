import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../harness/client.ts';
import { freePort, npmStart, pressCtrlC, processes, processesWith, ready, type Started, until } from './started.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'doorwright-examples-'));
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

test('npm start shows an edit of a YAML file within a second', async () => {
  dataDir = join(folder, 'own');
  const started = await ready(npmStart(settings({ DOORWRIGHT_MANIFESTS: manifests })));
  await displayed(started, 'all Ready');
  const client = await signIn();
  const path = join(manifests, 'applications.yaml');
  const times: number[] = [];
  for (let round = 1; round <= 20; round++) {
    const wanted = `Newsroom ${round}`;
    const from = performance.now();
    writeFileSync(path, readFileSync(path, 'utf8').replace(/displayName: Newsroom.*/, `displayName: ${wanted}`));
    while ((await application(client, 'newsroom'))?.displayName !== wanted) {
      if (performance.now() - from > 10_000) throw new Error(`${wanted} did not come`);
      await pause(10);
    }
    times.push(performance.now() - from);
  }
  await pressCtrlC(started);
  times.sort((a, b) => a - b);
  const [p50, p95] = [times[9], times[18]] as [number, number];
  console.log(`edit → api: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  expect(p95).toBeLessThan(1000);
});
