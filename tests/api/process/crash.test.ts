import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { createClient } from '../../harness/client.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const login = {
  type: 'login',
  application: 'app-built-in',
  organization: 'built-in',
  username: 'admin',
  password: adminPassword,
};

test('killing the api during a burst of writes loses no acknowledged write and no session, and leaves no half-made object', async () => {
  const api = await startProcess(database.url);
  const root = createClient(api.url);
  await root.post('login', login);

  const acknowledged: string[] = [];
  let sent = 0;
  const write = async () => {
    for (;;) {
      const name = `role_${sent++}`;
      const { body } = await root.post('add-role', { owner: 'built-in', name, users: ['built-in/admin'] });
      if (body.status === 'ok') acknowledged.push(name);
      // In the middle of the writes.
      if (acknowledged.length === 150) api.child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 16 }, write));
  await api.kill('SIGKILL');
  expect(acknowledged.length).toBeGreaterThanOrEqual(150);

  const again = await startProcess(database.url);
  const db = connect(database.url, { pool: 1 });
  try {
    const stored = (await db('roles').pluck('name')) as string[];
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
    const recorded = (await db('records').where({ action: 'add-role', outcome: 'ok' }).pluck('object')) as string[];
    expect(recorded.map((object) => object.replace('role built-in/', '')).sort()).toEqual(stored.sort());
    // The earlier session, at another process.
    const client = createClient(again.url);
    carryCookies(root, client);
    expect((await client.get('get-account')).body).toMatchObject({ status: 'ok', name: 'admin' });
    // Two servers of one database have the same sessions.
    const beside = await startApp({ databaseUrl: database.url });
    const other = beside.client();
    carryCookies(root, other);
    expect((await other.get('get-account')).body).toMatchObject({ status: 'ok', name: 'admin' });
    await other.post('logout');
    await beside.stop();
    expect((await client.get('get-account')).body).toMatchObject({ status: 'error', code: 'sign-in-first' });
  } finally {
    await db.destroy();
    await again.kill('SIGTERM');
  }
});

describe('an api with several workers', () => {
  let api: ApiProcess;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    const settings = { WEB_CONCURRENCY: '2', DOORWRIGHT_METRICS_PORT: String(metricsPort) };
    api = await startProcess(database.url, settings);
  });
  afterAll(() => api?.kill('SIGKILL'));

  test('tells the metrics of all from any worker, also when one died and was replaced, and stops all of them', async () => {
    // A new connection each time, which may reach either worker.
    const ask = async (address: string) => {
      const [answer] = (await once(get(address, { agent: false }), 'response')) as [IncomingMessage];
      return text(answer);
    };
    const counted = async () => {
      const labels = 'method="GET",route="/healthz",status="200"';
      const figures = await ask(`http://127.0.0.1:${metricsPort}/metrics`);
      const line = figures.split('\n').find((each) => each.includes(`_count{${labels}}`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const client = createClient(api.url);
    expect((await client.post('login', login)).body.status).toBe('ok');
    for (let i = 0; i < 20; i++) await ask(`${api.url}/healthz`);
    await expect.poll(counted).toBe(20);
    for (let scrape = 1; scrape <= 10; scrape++) expect(await counted()).toBe(20);

    const [killed, ...others] = childrenOf(api.child.pid);
    expect(others).toHaveLength(1);
    process.kill(killed as number, 'SIGKILL');
    await expect.poll(() => api.output()).toContain('Worker ended and is replaced');
    await expect.poll(() => childrenOf(api.child.pid)).toHaveLength(2);
    for (let scrape = 1; scrape <= 4; scrape++) expect(await counted()).toBe(20);
    expect((await createClient(api.url).post('login', login)).body.status).toBe('ok');

    await api.kill('SIGTERM');
    expect(api.child.exitCode).toBe(0);
    expect(childrenOf(api.child.pid)).toEqual([]);
    await expect(client.get('get-account')).rejects.toThrow();
  });
});

const childrenOf = (pid: number | undefined): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // "pid (name) state parent …"
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
