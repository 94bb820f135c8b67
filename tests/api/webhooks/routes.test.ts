import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, startTenants, type Tenant } from '../../harness/world.ts';
import { type Call, loopback, type Receiver, startReceiver, takes, verifies } from './receiver.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let receiver: Receiver;
const at = { query: { id: 'admin/hook' } };

beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants(loopback));
  receiver = await startReceiver();
  const hook = {
    owner: 'admin',
    name: 'hook',
    organization: 'acme',
    format: 'CloudEvents',
    events: ['add-role', 'update-role'],
  };
  await add(acme.admin, 'webhook', { ...hook, url: `${receiver.url}?key=hidden` });
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const newSecret = async () => (await acme.admin.post('new-webhook-secret', {}, at)).body.data as string;
async function nextCall(): Promise<Call> {
  const before = receiver.taken.length;
  await acme.admin.post('test-webhook', {}, at);
  await expect.poll(() => receiver.taken.length).toBe(before + 1);
  return receiver.taken.at(-1) as Call;
}

test('a call is signed with the secret, and during a change with both secrets', async () => {
  const first = await newSecret();
  const second = await newSecret();
  const call = await nextCall();
  expect([verifies(first, call), verifies(second, call)]).toEqual([true, true]);
  const another = `whsec_${'A'.repeat(43)}=`;
  expect(verifies(another, call)).toBe(false);
  expect(verifies(second, { ...call, text: call.text.replace('test', 'best') })).toBe(false);
  expect(verifies(second, { ...call, headers: { ...call.headers, 'webhook-id': 'msg_other' } })).toBe(false);
  await app.db('webhooks').where({ name: 'hook' }).update({ previous_secret_until: new Date() });
  const later = await nextCall();
  expect([verifies(first, later), verifies(second, later)]).toEqual([false, true]);
});

test('S12 the secret of a webhook is sealed in the database, and no read shows it', async () => {
  const secret = await newSecret();
  const [row] = await app.db('webhooks').where({ name: 'hook' });
  expect(row.secret).toMatch(/^dw1:/);
  const read = await acme.admin.get('get-webhook', at.query);
  expect(read.body.data).toMatchObject({ secret: '***', previousSecret: '' });
  expect(read.text).not.toContain(secret);
  const wrong = await acme.admin.post('update-webhook', { secret: 'whsec_short' }, at);
  expect(wrong.body).toMatchObject({ code: 'invalid', fields: [{ field: 'secret' }] });
});

test('a CloudEvent names its type, its source and its object', async () => {
  await add(acme.admin, 'role', { owner: 'acme', name: 'support' });
  await expect.poll(() => receiver.taken.at(-1)?.body.type).toBe('dev.doorwright.add-role.v1');
  const { headers, body, id } = receiver.taken.at(-1) as Call;
  expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
  expect(body).toMatchObject({
    ...{ specversion: '1.0', id, source: `${app.url}/organizations/acme`, subject: 'role acme/support' },
    dataschema: `${app.url}/schemas/events/add-role/v1`,
    data: { action: 'add-role', object: 'role acme/support', user: 'adam', extendedUser: null },
  });
});

test('administrators see each delivery with its attempts, and figures, and send one again', async () => {
  receiver.answer((res) => res.writeHead(500).end('out of order'));
  await add(acme.admin, 'role', { owner: 'acme', name: 'sales' });
  const list = async () =>
    (await acme.admin.get('get-webhook-deliveries', { ...at.query, state: 'waiting', event: 'add-role' })).body;
  await expect.poll(async () => (await list()).data[0]?.tries).toBe(1);
  const { data, data2 } = await list();
  expect(data).toHaveLength(1);
  expect(data[0].waitsFor).toBe('pause');
  await acme.admin.post('update-role', { displayName: 'Sales' }, { query: { id: 'acme/sales' } });
  const waits = async () => {
    const { body } = await acme.admin.get('get-webhook-deliveries', { ...at.query, state: 'waiting' });
    return body.data.map(({ event, waitsFor }: Record<string, string>) => `${event} ${waitsFor}`);
  };
  expect(await waits()).toEqual(['update-role earlier', 'add-role pause']);
  await acme.admin.post('update-webhook', { isEnabled: false }, at);
  expect(await waits()).toEqual(['update-role webhook', 'add-role webhook']);
  await acme.admin.post('update-webhook', { isEnabled: true }, at);
  expect(data[0]).toMatchObject({
    ...{ event: 'add-role', object: 'role acme/sales', status: 500, problem: 'The receiver answered 500' },
    attempts: [{ method: 'POST', url: `${receiver.url}?…`, status: 500, answer: 'out of order' }],
  });
  expect(data2).toMatchObject({ total: 1 });
  expect(data2.attempts - data2.succeeded).toBe(1);
  receiver.answer(takes);
  // The later one cannot overtake the first, so both go out.
  const [later] = (await acme.admin.get('get-webhook-deliveries', { ...at.query, event: 'update-role' })).body.data;
  await acme.admin.post('resend-webhook-delivery', { delivery: later.id }, at);
  await expect.poll(() => receiver.taken.slice(-2).map(({ id }) => id)).toEqual([data[0].id, later.id]);
  await expect.poll(async () => (await list()).data).toEqual([]);
});

test('S9 an administrator of another organization neither sees, tests nor changes a webhook', async () => {
  const before = await app.db('webhooks').where({ name: 'hook' }).first();
  const answers = await Promise.all([
    globex.admin.get('get-webhook-deliveries', at.query),
    globex.admin.post('test-webhook', {}, at),
    globex.admin.post('new-webhook-secret', {}, at),
    globex.admin.post('resend-webhook-delivery', { delivery: 'msg_1' }, at),
    acme.user.get('get-webhook-deliveries', at.query),
  ]);
  for (const { body } of answers) expect(body).toMatchObject({ status: 'error', data: null });
  expect(await app.db('webhooks').where({ name: 'hook' }).first()).toEqual(before);
  const { body } = await root.get('get-webhook-deliveries', at.query);
  expect(body.status).toBe('ok');
});
