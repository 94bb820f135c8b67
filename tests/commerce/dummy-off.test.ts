import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';

const provider = (name: string, more = {}) => ({
  ...{ owner: 'admin', name, displayName: name, category: 'Payment', type: 'Dummy', appId: 'succeed' },
  ...more,
});
const product = {
  ...{ owner: 'admin', name: 'notebook', displayName: 'A notebook', currency: 'EUR', price: 19.9, quantity: 5 },
  ...{ state: 'Published', providers: ['dummy'] },
};

let on: TestApp;
let off: TestApp;
let clients: { on: Client; off: Client };
beforeAll(async () => {
  on = await startApp({ settings: { DOORWRIGHT_DUMMY_PAYMENTS: 'on' } });
  off = await startApp({ databaseUrl: on.databaseUrl });
  clients = { on: await on.admin(), off: await off.admin() };
  await clients.on.post('add-provider', provider('dummy'));
  await clients.on.post('add-product', product);
});
afterAll(async () => {
  await off.stop();
  await on.stop();
});

test('Dummy is a type of an installation only while its setting is on', async () => {
  expect((await clients.on.get('get-provider-types')).body.data).toEqual(['Dummy']);
  expect((await clients.off.get('get-provider-types')).body.data).toEqual([]);
  const added = await clients.off.post('add-provider', provider('dummy-2'));
  expect(added.body).toMatchObject({ status: 'error', code: 'provider-switched-off' });
  await clients.off.post('add-provider', provider('stripe', { type: 'Stripe' }));
  const changed = await clients.off.post('update-provider?id=admin/stripe', provider('stripe'));
  expect(changed.body).toMatchObject({ status: 'error', code: 'provider-switched-off' });
});

test('a stored provider of Dummy sells only while the setting is on', async () => {
  const asked = { id: 'admin/notebook' };
  expect((await clients.on.get('get-product-channels', asked)).body.data).toEqual([
    { name: 'dummy', type: 'Dummy', canRenew: false },
  ]);
  expect((await clients.off.get('get-product-channels', asked)).body.data).toEqual([]);
  const bought = await clients.off.post('buy-product?id=admin/notebook&providerName=dummy', {});
  expect(bought.body).toMatchObject({ status: 'error', code: 'provider-switched-off' });
  const changed = await clients.off.post('update-provider?id=admin/dummy', provider('dummy', { appId: 'fail' }));
  expect(changed.body).toMatchObject({ status: 'ok' });
});
