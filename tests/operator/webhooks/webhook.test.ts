import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takes, verifies } from '../../api/webhooks/receiver.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type World } from '../world/declared-world.ts';
import { aSecret, startWebhooks, type WebhookWorld } from './world.ts';

let webhooks: WebhookWorld;
let world: World;
beforeAll(async () => {
  webhooks = await startWebhooks();
  ({ world } = webhooks);
}, clusterHookTimeout);
afterAll(() => webhooks?.stop());

test('kubectl apply of a Webhook calls its receiver, and the key in its Secret verifies the call', async () => {
  await world.apply(aSecret('crm', { token: 'Bearer crm-t0ken' }));
  await webhooks.declare('crm', {
    secretName: 'crm-key',
    headers: [{ name: 'Authorization', valueSecretRef: { name: 'crm', key: 'token' } }],
    format: 'CloudEvents',
  });
  await world.ready('webhook', 'crm');
  const call = await webhooks.told('crm');
  expect(call.headers).toMatchObject({ authorization: 'Bearer crm-t0ken' });
  expect(call.body).toMatchObject({ type: 'dev.doorwright.add-role.v1', data: { owner: 'acme' } });
  const { WEBHOOK_SECRET: key } = (await world.secret('crm-key')) ?? {};
  expect(verifies(key, call)).toBe(true);
  expect(verifies(`whsec_${'A'.repeat(43)}=`, call)).toBe(false);
  expect(await world.inApi('webhook', 'crm')).toMatchObject({
    organization: 'acme',
    secret: '***',
    headers: [{ name: 'Authorization', value: '***' }],
    origin: { namespace: 'default', name: 'crm' },
    managedFields: expect.arrayContaining(['url', 'events', 'headers', 'secret']),
  });
  const status = JSON.stringify((await world.get('webhook', 'crm')).status);
  for (const secret of [key ?? '', 'crm-t0ken']) expect(status).not.toContain(secret);
});

test('kubectl shows where a Webhook calls, whether it is enabled, and since when it fails', async () => {
  webhooks.receiver.answer((res, { path }) => void res.writeHead(path === '/hook/broken' ? 500 : 200).end());
  await webhooks.declare('broken');
  await world.ready('webhook', 'broken');
  const row = async () => {
    const [header = '', line = ''] = (await world.kubectl(['get', 'dwhook', 'broken'])).split('\n');
    return Object.fromEntries(
      ['READY', 'ORGANIZATION', 'URL', 'ENABLED', 'FAILING'].map((name) => [
        name,
        line.slice(header.indexOf(name)).split(/ +/)[0],
      ]),
    );
  };
  expect(await row()).toMatchObject({ READY: 'True', ORGANIZATION: 'acme', ENABLED: 'true' });
  expect((await row()).URL).toBe(`${webhooks.receiver.url}/broken`);
  await add(world.admin, 'role', { owner: 'acme', name: 'untold' });
  await eventually(async () => (await world.get('webhook', 'broken')).status?.problem === 'The receiver answered 500');
  expect((await row()).FAILING).toMatch(/^\d+s$/);
  const { status } = await world.get('webhook', 'broken');
  expect(status).not.toHaveProperty('drift');
  expect(status?.conditions?.find(({ type }) => type === 'Synced')).toMatchObject({ reason: 'Applied' });
  webhooks.receiver.answer(takes);
  await eventually(async () => (await world.get('webhook', 'broken')).status?.failingSince === undefined);
});

test('a Webhook restores its declared fields, and keeps its other ones', async () => {
  await webhooks.declare('kept', { format: 'CloudEvents' });
  await world.ready('webhook', 'kept');
  const edit = (change: object) => world.admin.post('update-webhook', change, { query: { id: 'admin/kept' } });
  expect((await edit({ format: 'Record' })).body).toMatchObject({ status: 'error', code: 'managed' });
  expect((await edit({ objects: ['role acme/*'] })).body).toMatchObject({ status: 'ok' });
  await world.app.db('webhooks').where({ name: 'kept' }).update({ format: 'Record', version: 9 });
  await world.annotate('webhook', 'kept', 'reconcile-at', 'now');
  await eventually(async () => (await world.inApi('webhook', 'kept'))?.format === 'CloudEvents');
  expect(await world.inApi('webhook', 'kept')).toMatchObject({ objects: ['role acme/*'] });
});

test('a deleted Webhook is called no more', async () => {
  await webhooks.declare('leaving');
  await world.ready('webhook', 'leaving');
  await webhooks.told('leaving');
  await world.remove('webhook', 'leaving');
  expect(await world.inApi('webhook', 'leaving')).toBeUndefined();
  await webhooks.declare('staying');
  await world.ready('webhook', 'staying');
  await webhooks.told('staying');
  expect(webhooks.receiver.calls.filter(({ path }) => path === '/hook/leaving')).toHaveLength(1);
});

test.each([
  ['an address of another protocol', { url: 'ftp://crm.example' }, 'url must begin with https:// or http:// and name'],
  ['no address', { url: undefined }, 'spec.url: Required value'],
  ['two sources of the key', { keySecretRef: { name: 'a', key: 'b' }, secretName: 'c' }, 'but not both'],
  ['an event that does not exist', { events: ['coffee'] }, 'spec.events[0]: Unsupported value: "coffee"'],
  [
    'a value of a header in the clear',
    { headers: [{ name: 'A', value: 'b' }] },
    'unknown field "spec.headers[0].value"',
  ],
  [
    'a header that would add another one',
    { headers: [{ name: 'A: b', valueSecretRef: { name: 'a', key: 'b' } }] },
    'headers must have names of letters',
  ],
  ['other organizations', { organizations: ['*'] }, 'unknown field "spec.organizations"'],
])('the API server refuses %s', async (_, wrong, message) => {
  const spec = { organizationRef: { name: 'acme' }, url: 'https://crm.example', ...wrong };
  const { code, stderr } = await world.cluster.kubectl(
    ['apply', '-f', '-'],
    JSON.stringify(a('Webhook', 'refused', spec)),
  );
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});

describe('a Webhook whose receiver fails for three days', () => {
  const statusOf = async (name: string) => (await world.get('webhook', name)).status;
  const calls = (name: string) => webhooks.receiver.calls.filter(({ path }) => path === `/hook/${name}`).length;
  /** A webhook that fails for the second time, three days after the first time. */
  async function failing(name: string, spec: object): Promise<void> {
    webhooks.receiver.answer((res) => void res.writeHead(500).end());
    await webhooks.declare(name, spec);
    await world.ready('webhook', name);
    await add(world.admin, 'role', { owner: 'acme', name: `${name}-0` });
    await eventually(async () => (await statusOf(name))?.failingSince !== undefined);
    const failingSince = new Date(Date.now() - 73 * 3_600_000);
    await world.app.db('webhooks').where({ name }).update({ failing_since: failingSince });
    const before = calls(name);
    await add(world.admin, 'role', { owner: 'acme', name: `${name}-1` });
    await eventually(() => calls(name) > before);
  }
  const reconcile = (name: string) =>
    world.kubectl(['annotate', '--overwrite', 'dwhook', name, `doorwright.dev/reconcile-at=${Date.now()}`]);
  const switchedOff = (name: string) =>
    world.app.db('records').where({ object: `webhook admin/${name}`, reason: 'webhook-failed' });

  test('stays enabled if its spec says so, and kubectl still shows the first failure', async () => {
    await failing('wanted', { isEnabled: true });
    const before = calls('wanted');
    await add(world.admin, 'role', { owner: 'acme', name: 'wanted-2' });
    await eventually(() => calls('wanted') > before);
    await reconcile('wanted');
    const hours = async () => (Date.now() - Date.parse(String((await statusOf('wanted'))?.failingSince))) / 3_600_000;
    await eventually(async () => (await hours()) > 72);
    expect(await world.inApi('webhook', 'wanted')).toMatchObject({ isEnabled: true });
    expect(await switchedOff('wanted')).toEqual([]);
    webhooks.receiver.answer(takes);
    await webhooks.told('wanted');
    await eventually(async () => (await statusOf('wanted'))?.failingSince === undefined);
  });

  test('is disabled without isEnabled, and the operator leaves it so until the spec says otherwise', async () => {
    await failing('unsaid', {});
    await eventually(async () => (await statusOf('unsaid'))?.isEnabled === false);
    expect(await switchedOff('unsaid')).toHaveLength(1);
    expect(await statusOf('unsaid')).toMatchObject({ problem: 'The receiver answered 500' });
    await reconcile('unsaid');
    await webhooks.declare('unsaid', { format: 'CloudEvents' });
    await eventually(async () => (await world.inApi('webhook', 'unsaid'))?.format === 'CloudEvents');
    expect(await world.inApi('webhook', 'unsaid')).toMatchObject({ isEnabled: false });
    webhooks.receiver.answer(takes);
    await webhooks.declare('unsaid', { isEnabled: true });
    const { taken } = webhooks.receiver;
    // Other webhooks of the organization get the same roles.
    const isTold = () =>
      taken.some(({ path, body }) => path === '/hook/unsaid' && body.data?.object === 'role acme/unsaid-0');
    await eventually(isTold);
    await eventually(async () => (await statusOf('unsaid'))?.isEnabled === true);
  });
});
