import { connect } from '@doorwright/api/db/knex.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { type DatabaseLine, startDatabaseLine } from '../../harness/database/database-line.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';
import { add } from '../../harness/world.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let line: DatabaseLine;
let app: TestApp;
let root: Client;
let shop: Record<string, string>;
beforeAll(async () => {
  database = await createDatabase();
  line = await startDatabaseLine(database.url);
  // Periodic work has log lines of its own.
  app = await startApp({ databaseUrl: line.url, ticker: handTicker().ticker });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'application', { name: 'app-shop', organization: 'acme', grantTypes: ['client_credentials'] });
  const { clientId, clientSecret } = (await root.get('get-application', { id: 'admin/app-shop' })).body.data;
  shop = basic(clientId, clientSecret);
});
afterEach(async () => {
  line.restore();
  await expect.poll(() => ready(), { timeout: 10_000 }).toBe(200);
});
afterAll(async () => {
  await app.stop();
  await line.stop();
  await database.drop();
});

const ready = async () => (await app.anonymous.get('/readyz')).status;
const token = () =>
  app.client().post('/api/login/oauth/access_token', new URLSearchParams({ grant_type: 'client_credentials' }), {
    headers: shop,
  });

describe('while the database cannot be reached', () => {
  test('callers get an error in their language with a time for a retry, and the log has one line', async () => {
    // The cache of the application is valid for some seconds, so the authority itself gets the failure.
    expect((await token()).status).toBe(200);
    const before = app.logged.length;
    line.cut();
    const list = await root.get('get-users', { owner: 'acme' }, { headers: { 'Accept-Language': 'de' } });
    expect(list).toMatchObject({ status: 503, body: { status: 'error', code: 'not-ready' } });
    expect(list.body.msg).toBe(
      'Der Server kann seine Datenbank gerade nicht nutzen. Bitte versuchen Sie es gleich noch einmal.',
    );
    const save = await root.post('add-role', { owner: 'acme', name: 'cook' });
    const program = await token();
    for (const answer of [list, save, program]) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(JSON.parse(program.text)).toMatchObject({ error: 'temporarily_unavailable' });
    // A page of another origin may read it, although the server could not check the origin.
    const Origin = 'https://app.example';
    const fields = new URLSearchParams({ client_id: 'not remembered' });
    const pushed = await app.anonymous.post('/api/login/oauth/par', fields, { headers: { Origin } });
    expect([pushed.status, pushed.headers.get('access-control-allow-origin')]).toEqual([503, Origin]);
    const page = await app.anonymous.get(
      '/login/oauth/authorize',
      { client_id: 'somebody', response_type: 'code' },
      { headers: { Accept: 'text/html', 'Accept-Language': 'fr' } },
    );
    expect(page.status).toBe(503);
    expect(page.text).toContain('Le serveur ne peut pas utiliser sa base de données pour le moment');
    expect(await app.anonymous.get('/readyz')).toMatchObject({
      status: 503,
      body: { reason: 'the database does not answer' },
    });
    expect((await app.anonymous.get('/healthz')).status).toBe(200);
    const told = app.logged
      .slice(before)
      .filter((each) => /"level":50/.test(each) && /cannot be used|failed/.test(each));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('The database cannot be used');
  });

  test('requests succeed as soon as the database is back', async () => {
    line.cut();
    expect((await root.get('get-roles', { owner: 'acme' })).status).toBe(503);
    line.restore();
    expect((await root.get('get-roles', { owner: 'acme' })).body.status).toBe('ok');
    expect((await token()).status).toBe(200);
  });
});

test('a read-only database, as after a failover, gets the same error, and its connections are closed', async () => {
  const { pathname, href } = new URL(database.url);
  const keeper = connect(href.replace(pathname, '/postgres'), { pool: 1 });
  const say = (what: string) => keeper.raw(`ALTER DATABASE ?? ${what}`, [pathname.slice(1)]);
  const role = (name: string) => root.post('add-role', { owner: 'acme', name });
  await say('SET default_transaction_read_only = on');
  line.cut();
  line.restore();
  expect(await role('waiter')).toMatchObject({ status: 503, body: { code: 'not-ready' } });
  expect((await root.get('get-roles', { owner: 'acme' })).body.status).toBe('ok');
  await say('RESET default_transaction_read_only');
  await keeper.destroy();
  await expect.poll(async () => (await role('waiter')).body.status, { timeout: 5_000 }).toBe('ok');
});

describe('while the database accepts connections and does not answer', () => {
  test('requests end, health answers, the metrics have their figures, and the process can stop', async () => {
    const api: ApiProcess = await startProcess(line.url);
    const get = async (path: string, url = app.url) => (await fetch(`${url}${path}`)).status;
    line.hold();
    const asked = Promise.all([
      root.get('get-users', { owner: 'acme' }),
      token(),
      root.get('get-roles', { owner: 'acme' }),
    ]);
    expect(await Promise.all(['/healthz', '/readyz'].map((path) => get(path)))).toEqual([200, 503]);
    expect(await app.metrics()).toContain('database_pool_connections');
    expect((await asked).map(({ status }) => status)).toEqual([503, 503, 503]);
    api.child.kill('SIGTERM');
    await api.ended;
    expect(api.child.exitCode).toBe(0);
  }, 60_000);
});
