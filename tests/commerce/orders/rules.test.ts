import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';

let stripe: Vendor;
let shop: Shop;

beforeAll(async () => {
  stripe = await startStripe();
  shop = await startShop({ stripe });
});
afterAll(() => shop?.stop());

const said = async (product: string, provider = 'stripe') => (await shop.buy(shop.alice, product, provider)).body.msg;

test('a sale is refused in the words of Casdoor 2022', async () => {
  await shop.addProduct('draft', { state: 'Draft' });
  await shop.addProduct('none-left', { quantity: 0 });
  await shop.addProduct('without', { providers: [] });
  await shop.addProduct('free', { price: 0 });
  expect(await said('nothing')).toBe('the product: admin/nothing does not exist');
  expect(await said('draft')).toBe('This product is currently not in sale.');
  expect(await said('none-left')).toBe('This product is sold out.');
  expect(await said('without')).toBe('the payment provider: stripe is not valid for the product: without');
  expect(await said('free')).toBe('This product has no price, so nothing can be paid');
  expect(stripe.orders()).toEqual([]);
  const answer = await shop.app.anonymous.post('buy-product', undefined, {
    query: { id: 'admin/draft', providerName: 'stripe' },
  });
  expect(answer.body).toMatchObject({ status: 'error', code: 'sign-in-first' });
});

test('a program and a person with the master password buy nothing', async () => {
  await shop.addProduct('ticket');
  expect((await shop.buy(shop.acme.application, 'ticket', 'stripe')).body).toMatchObject({ status: 'error' });
  expect(stripe.orders()).toEqual([]);
});

test('a price that its currency does not have is refused', async () => {
  const answer = await shop.root.post('add-product', { name: 'odd', displayName: 'Odd', currency: 'JPY', price: 1.5 });
  expect(answer.body.msg).toContain('JPY');
  const fine = await shop.root.post('add-product', {
    name: 'dinar',
    displayName: 'Dinar',
    currency: 'KWD',
    price: 1.125,
  });
  expect(fine.body.status).toBe('ok');
});

test('S52 nobody but a global administrator sets the state, the price or the buyer of a payment', async () => {
  await add(shop.root, 'payment', {
    name: 'hand-made',
    organization: 'acme',
    user: 'alice',
    price: 5,
    state: 'Created',
  });
  const { admin, user } = shop.acme;
  const change = async (client: typeof admin, changes: object) =>
    (
      await client.post(
        'update-payment',
        { ...(await shop.payment('hand-made')), ...changes },
        { query: { id: 'admin/hand-made' } },
      )
    ).body;
  for (const changes of [{ state: 'Paid' }, { price: 1 }, { user: 'adam' }, { confirmation: 'I saw the money' }])
    for (const client of [admin, user]) expect(await change(client, changes)).toMatchObject({ status: 'error' });
  expect(await shop.payment('hand-made')).toMatchObject({ state: 'Created', price: 5, user: 'alice', isByHand: true });
  expect(
    (await admin.post('add-payment', { name: 'own', organization: 'acme', price: 5, state: 'Paid' })).body.status,
  ).toBe('error');
  expect((await admin.post('delete-payment', { owner: 'admin', name: 'hand-made' })).body.status).toBe('error');
  expect(await change(shop.root, { state: 'Paid', confirmation: 'The bank has it' })).toMatchObject({ status: 'ok' });
  expect(await shop.payment('hand-made')).toMatchObject({
    state: 'Paid',
    isByHand: true,
    confirmation: 'The bank has it',
  });
});

test('a person sees and confirms their own orders only', async () => {
  await shop.addProduct('book');
  const name = await shop.order(shop.alice, 'book', 'stripe');
  const bob = await shop.person('bob');
  expect((await shop.confirm(bob, name)).body).toMatchObject({ status: 'error', code: 'not-found' });
  expect((await bob.get('get-payment', { id: `admin/${name}` })).body).toMatchObject({ status: 'error' });
  for (const call of ['get-payment-events', 'get-payment-refunds'])
    expect((await shop.alice.get(call, { id: `admin/${name}` })).body).toMatchObject({ status: 'error' });
  const refund = await shop.acme.admin.post('refund-payment', { reason: 'mine' }, { query: { id: `admin/${name}` } });
  expect(refund.body).toMatchObject({ status: 'error', code: 'unauthorized' });
});

test('a repayment is refused for a payment by hand, and with a price under another name', async () => {
  const by = { name: 'cash', organization: 'acme', user: 'alice', price: 5, state: 'Paid' };
  await add(shop.root, 'payment', by);
  const repay = async (body: object) =>
    (await shop.root.post('refund-payment', { reason: 'Broken', ...body }, { query: { id: 'admin/cash' } })).body;
  expect(await repay({})).toMatchObject({ code: 'refund-by-hand' });
  expect(await repay({ amount: 1 })).toMatchObject({ code: 'invalid' });
});
