import { createServer } from 'node:http';
import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';
import { add, password } from '../../harness/world.ts';
import { startPayPal } from '../stand-ins/paypal.ts';
import type { Vendor } from '../stand-ins/vendor.ts';

// A new process has another port, and the address of the installation stays.
const settings = { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8', DOORWRIGHT_ORIGIN: 'http://localhost:8000' };
let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;
let paypal: Vendor;
let gateway: { url: string; stop: () => void };
/** Ends the server at this moment, once. */
let killAt: { path: RegExp; when: 'before' | 'after' } | undefined;
let api: ApiProcess;
let isDown = false;
let root: Client;
let alice: Client;

/** Stands between the server and PayPal, and ends the server before PayPal gets a request, or before the server gets the answer. */
async function startGateway() {
  const target = paypal.reroute(new URL('https://api-m.paypal.com/')).href.replace(/\/$/, '');
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray());
    const dies = killAt?.path.test(req.url ?? '') ? killAt.when : undefined;
    if (dies) [killAt, isDown] = [undefined, true];
    if (dies === 'before') await api.kill('SIGKILL');
    else {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = req.headers;
      const answer = await fetch(`${target}${req.url}`, {
        method: req.method as string,
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
      if (dies === 'after') await api.kill('SIGKILL');
      else {
        res.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'application/json' });
        res.end(await answer.text());
      }
    }
    if (dies) res.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

async function signedIn(organization: string, username: string, secret: string): Promise<Client> {
  const client = createClient(api.url);
  await client.post('login', { type: 'login', application: 'app-built-in', organization, username, password: secret });
  return client;
}

async function start() {
  if (isDown) await api.ended;
  isDown = false;
  api = await startProcess(database.url, settings);
  root = await signedIn('built-in', 'admin', adminPassword);
}

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool: 1 });
  paypal = await startPayPal();
  gateway = await startGateway();
  await start();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
  await add(root, 'provider', { name: 'paypal', displayName: 'PayPal', ...paypal.provider, host: gateway.url });
}, 120_000);
afterAll(async () => {
  await api?.kill('SIGTERM');
  gateway?.stop();
  await paypal?.stop();
  await db?.destroy();
  await database?.drop();
});

const moments = ['before', 'after'] as const;
const calls = { create: /checkout\/orders$/, capture: /\/capture$/, refund: /\/refund$/ };
const cases = Object.entries(calls).flatMap(([call, path]) => moments.map((when) => ({ call, path, when })));

test.each(cases)(
  'kill -9 $when PayPal takes the $call of an order loses and doubles nothing',
  async ({ call, path, when }) => {
    const product = `${call}-${when}`;
    await add(root, 'product', {
      ...{ name: product, displayName: product, currency: 'USD', price: 9.9, quantity: 1, sold: 0 },
      ...{ state: 'Published', providers: ['paypal'] },
    });
    const before = paypal.ledger().USD ?? { received: 0, refunded: 0 };
    killAt = { path, when };
    const payment = async () => db('payments').where({ product_name: product }).first();

    /** Presses on where the server ended, as people and vendors do. */
    async function until(isDone: () => Promise<boolean>, act: () => Promise<unknown>) {
      for (let tries = 0; tries < 4 && !(await isDone()); tries++) {
        if (isDown) await start();
        alice = await signedIn('acme', 'alice', password);
        await act().catch(() => undefined);
      }
      if (isDown) await start();
      expect(await isDone()).toBe(true);
    }
    await until(
      async () => Boolean((await payment())?.pay_url),
      () => alice.post('buy-product', undefined, { query: { id: `admin/${product}`, providerName: 'paypal' } }),
    );
    const { name } = await payment();
    await paypal.pay(name);
    await until(
      async () => (await payment()).state === 'Paid',
      async () => {
        const { headers, body } = await paypal.notification(name);
        await fetch(`${api.url}/api/notify-payment/admin/paypal`, { method: 'POST', headers, body });
      },
    );
    await until(
      async () => (await payment()).state === 'Refunded',
      () =>
        root.post(
          'refund-payment',
          { id: product.replace('-', '_'), reason: 'A test' },
          { query: { id: `admin/${name}` } },
        ),
    );
    expect(await db('payments').where({ product_name: product }).count({ count: '*' })).toEqual([{ count: 1 }]);
    expect(await db('products').where({ name: product }).first('quantity', 'sold')).toEqual({ quantity: 1, sold: 0 });
    expect(paypal.ledger().USD).toEqual({ received: before.received + 990, refunded: before.refunded + 990 });
  },
  120_000,
);
