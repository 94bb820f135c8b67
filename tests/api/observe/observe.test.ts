import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, createClient } from '../../harness/client.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('health', () => {
  test('the process is live, and ready if the database is reachable and migrated', async () => {
    expect(await app.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await app.anonymous.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('the process is not ready with a database that is not migrated', async () => {
    const database = await createDatabase({ empty: true });
    const unmigrated = await startApp({ databaseUrl: database.url });
    expect(await unmigrated.anonymous.get('/readyz')).toMatchObject({
      status: 503,
      body: { status: 'not ready', reason: 'the database lacks migrations' },
    });
    expect((await unmigrated.anonymous.get('/healthz')).status).toBe(200);
    await unmigrated.stop();
    await database.drop();
  });
});

test('metrics have requests by route, the connections to Postgres and the delay of the event loop', async () => {
  await app.anonymous.get('get-application', { id: 'admin/app-built-in' });
  const text = await app.metrics();
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/get-application",status="200"\} [1-9]/,
  );
  expect(text).toMatch(/database_pool_connections\{state="used"\} \d/);
  expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
  expect(text).not.toContain('app-built-in');
});

test('35.17 nobody reads metrics on PORT, also without a port for them, and the document does not name them', async () => {
  const root = await app.admin();
  for (const client of [app.anonymous, root])
    for (const path of ['/metrics', '/metrics/'])
      expect(await client.get(path), path).toMatchObject({
        status: 404,
        body: { status: 'error', code: 'unknown-path' },
      });
  expect((await app.anonymous.get('/openapi.json')).text).not.toContain('"/metrics"');
});

test('each answer has a request id, and an internal error is logged with that id and without secrets', async () => {
  const broken = await startApp();
  await broken.db.schema.dropTable('roles');
  const root = await broken.admin();
  const answer = await root
    .post(
      'add-role',
      { owner: 'built-in', name: 'r', displayName: 'hush-hush' },
      { headers: { Authorization: 'Bearer hush-token' } },
    )
    .catch((error) => error);
  const failed = answer.status === 500 ? answer : await root.get('get-roles');
  expect(failed).toMatchObject({ status: 500, body: { status: 'error', code: 'internal' } });
  const line = broken.logged.find((each) => each.includes(failed.headers.get('x-request-id')));
  expect(line).toContain('roles');
  expect(failed.text).not.toMatch(/roles|at .*\.ts/);
  expect(broken.logged.join()).not.toMatch(/hush-token/);

  const { clientId, clientSecret } = (await root.get('get-application', { id: 'admin/app-built-in' })).body.data;
  await broken.db.schema.dropTable('artifacts');
  const form = new URLSearchParams({ token: 'hush-code' });
  const token = await broken
    .client()
    .post('/api/login/oauth/introspect', form, { headers: basic(clientId, clientSecret) });
  expect([token.status, JSON.parse(token.text)]).toMatchObject([500, { error: 'server_error' }]);
  expect(broken.logged.filter((each) => each.includes(String(token.headers.get('x-request-id'))))).toHaveLength(1);
  expect(broken.logged.join()).not.toMatch(/hush-code/);
  await broken.stop();
});

describe('as a process', () => {
  const bodies: string[] = [];
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let receiver: Server;
  let api: ApiProcess;
  let metricsPort: number;
  beforeAll(async () => {
    receiver = createServer((req, res) => {
      req.on('data', (chunk) => bodies.push(String(chunk)));
      req.on('end', () => res.end('{}'));
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as { port: number };
    database = await createDatabase();
    metricsPort = await freePort();
    api = await startProcess(database.url, {
      DOORWRIGHT_METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    await api?.kill('SIGKILL');
    receiver?.close();
    await database?.drop();
  });

  test('35.17 metrics are on a port of their own, which has nothing else', async () => {
    const aside = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(aside.status).toBe(200);
    expect(await aside.text()).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`http://127.0.0.1:${metricsPort}/api/get-account`)).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });

  test('traces go to the configured receiver, with one span for each request, named by its route, in the caller’s trace', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await createClient(api.url).get(
      'get-application',
      { id: 'admin/app-built-in' },
      { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
    );
    await expect.poll(() => bodies.join('')).toContain(traceId);
    expect(bodies.join('')).toContain('GET /api/get-application');
  });

  test('a stopping server answers earlier requests and once more on kept connections, waits for no silent one, and accepts no new one', async () => {
    const client = createClient(api.url);
    const login = {
      type: 'login',
      application: 'app-built-in',
      organization: 'built-in',
      username: 'admin',
      password: adminPassword,
    };
    const agent = new Agent({ keepAlive: true });
    const ask = async () => {
      const [answer] = (await once(get(`${api.url}/healthz`, { agent }), 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return { status: answer.statusCode, connection: answer.headers.connection };
    };
    await ask();
    const silent = connectSocket(Number(new URL(api.url).port), 'localhost').on('error', () => undefined);
    await once(silent, 'connect');
    const db = connect(database.url);
    const holding = await db.transaction();
    await holding.raw('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    // Settled, because nobody awaits them if an earlier expectation fails.
    const underWay = Promise.allSettled(Array.from({ length: 4 }, () => createClient(api.url).post('login', login)));
    const locked = () =>
      db('pg_stat_activity')
        .where({ datname: db.raw('current_database()'), wait_event_type: 'Lock' })
        .pluck('pid');
    await expect.poll(async () => (await locked()).length).toBe(4);
    api.child.kill('SIGTERM');
    await expect.poll(() => api.output()).toContain('Stopping');
    expect(await ask()).toEqual({ status: 200, connection: 'close' });
    const isAnswered = () =>
      client.get('/healthz').then(
        () => 'answered',
        () => 'gone',
      );
    await expect.poll(isAnswered).toBe('gone');
    await holding.rollback();
    for (const answer of await underWay) {
      expect(answer).toMatchObject({ status: 'fulfilled', value: { body: { status: 'ok' } } });
      // A client with a kept connection would send more requests, and delay the end until all connections are cut.
      expect(answer.status === 'fulfilled' && answer.value.headers.get('connection')).toBe('close');
    }
    await api.ended;
    expect(api.child.exitCode).toBe(0);
    await db.destroy();
  });
});
