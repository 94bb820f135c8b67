import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { aSecret } from '../webhooks/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.apply(aSecret('stripe', { key: 'planted-stripe-key', hook: 'planted-stripe-hook' }));
}, clusterHookTimeout);
afterAll(() => world?.stop());

const till = a('Provider', 'stripe', {
  ...{ category: 'Payment', type: 'Stripe' },
  clientSecretRef: { name: 'stripe', key: 'key' },
  clientSecret2SecretRef: { name: 'stripe', key: 'hook' },
});

const product = (name: string, more: object = {}) =>
  a('Product', name, {
    ...{ displayName: 'A ticket', price: 9.9, currency: 'USD', quantity: 50, state: 'Published' },
    providerRefs: [{ name: 'stripe' }],
    ...more,
  });

const inApi = async (name: string) =>
  (await world.admin.get('get-product', { id: `admin/${name}` })).body.data as Record<string, unknown> | null;

test('kubectl apply of a Product waits for its payment provider, and then puts it on sale', async () => {
  await world.apply(product('ticket'));
  await eventually(async () => {
    const { conditions = [] } = (await world.get('product', 'ticket')).status ?? {};
    return conditions.some(({ type, status }) => type === 'ReferencesResolved' && status === 'False');
  });
  expect(await inApi('ticket')).toBeNull();
  await world.apply(till);
  await world.ready('product', 'ticket');
  expect(await inApi('ticket')).toMatchObject({
    ...{ displayName: 'A ticket', price: 9.9, quantity: 50, sold: 0, providers: ['stripe'] },
    origin: { namespace: 'default', name: 'ticket', resource: 'products.doorwright.dev default/ticket' },
    managedFields: ['currency', 'displayName', 'price', 'providers', 'state'],
  });
});

test('a declared price is nobody else’s to change, and the stock is no matter of the resource', async () => {
  await world.apply(till, product('changed'));
  await world.ready('product', 'changed');
  const before = await inApi('changed');
  const edit = (change: object) =>
    world.admin.post('update-product', { ...before, ...change }, { query: { id: 'admin/changed' } });
  expect((await edit({ price: 1 })).body).toMatchObject({ status: 'error', code: 'managed' });
  expect((await edit({ quantity: 7 })).body).toMatchObject({ status: 'ok' });
  await world.app.db('products').where({ name: 'changed' }).update({ price: 1, version: 9 });
  await world.apply(product('changed', { quantity: 60 }));
  await world.annotate('product', 'changed', 'reconcile-at', 'now');
  await eventually(async () => (await inApi('changed'))?.price === 9.9);
  expect(await inApi('changed')).toMatchObject({ quantity: 7 });
});
