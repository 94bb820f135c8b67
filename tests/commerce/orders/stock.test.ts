import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../harness/runner/tier.ts';
import { manyBuyers } from '../buyers.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';

const minute = 60_000;

let stripe: Vendor;
let shop: Shop;

beforeAll(async () => {
  stripe = await startStripe({ now: () => shop.now() });
  shop = await startShop({ stripe });
});
afterAll(() => shop?.stop());

const stateOf = async (name: string) => (await shop.payment(name)).state;

/** Each buyer signs in, which costs most here. So the first tier has fewer. */
const [pieces, people] = isFull() ? [50, 200] : [12, 48];

test(`exactly ${pieces} of ${pieces} pieces are sold to ${people} buyers who press at once`, async () => {
  await shop.addProduct('seat', { quantity: pieces });
  const buyers = await manyBuyers(shop.app, shop.root, people);
  const answers = await Promise.all(buyers.map((buyer) => shop.buy(buyer, 'seat', 'stripe')));
  const refused = answers.filter(({ body }) => body.status !== 'ok').map(({ body }) => body.code);
  expect(refused).toEqual(Array(people - pieces).fill('product-sold-out'));
  const orders = stripe.orders().map(({ id }) => id);
  expect(orders).toHaveLength(pieces);
  expect(await shop.product('seat')).toMatchObject({ quantity: 0, sold: 0 });
  for (const id of orders) await stripe.pay(id);
  await Promise.all(
    orders.map(async (payment) =>
      shop.notify({ provider: 'stripe', product: 'seat', payment }, await stripe.notification(payment)),
    ),
  );
  expect(await shop.product('seat')).toMatchObject({ quantity: 0, sold: pieces });
});

test('somebody who presses three times at once has one order and one piece', async () => {
  await shop.addProduct('twice', { quantity: 5 });
  const before = stripe.orders().length;
  const pressed = await Promise.all([1, 2, 3].map(() => shop.buy(shop.alice, 'twice', 'stripe')));
  const addresses = new Set(pressed.map(({ body }) => body.data));
  expect(addresses.size).toBe(1);
  expect(stripe.orders()).toHaveLength(before + 1);
  expect(await shop.product('twice')).toMatchObject({ quantity: 4 });
});

test('an editor that was open during a sale does not write the old number of pieces', async () => {
  await shop.addProduct('edited', { quantity: 3 });
  const opened = (await shop.root.get('get-product', { id: 'admin/edited' })).body.data;
  expect((await shop.buy(shop.alice, 'edited', 'stripe')).body.msg).toBe('');
  const saved = await shop.root.post('update-product', { ...opened, detail: 'New' }, { query: { id: 'admin/edited' } });
  expect(saved.body).toMatchObject({ status: 'error', code: 'stale' });
});

test('a vendor that refuses an order ends it, and its piece goes back', async () => {
  await shop.addProduct('refused', { quantity: 1 });
  stripe.isAway = true;
  const answer = await shop.buy(shop.alice, 'refused', 'stripe');
  stripe.isAway = false;
  expect(answer.body).toMatchObject({ status: 'error', code: 'payment-channel-failed' });
  expect(await shop.product('refused')).toMatchObject({ quantity: 1 });
});

test('an order that nobody pays in its time ends at the vendor too, and gives its piece back', async () => {
  await shop.addProduct('late', { quantity: 1 });
  const name = await shop.order(shop.alice, 'late', 'stripe');
  expect((await shop.buy(await shop.person('carl'), 'late', 'stripe')).body.code).toBe('product-sold-out');
  shop.later(36 * minute);
  await shop.tick();
  await expect.poll(() => stateOf(name)).toBe('Expired');
  await expect(stripe.pay(name)).rejects.toThrow('expired');
  expect(await shop.product('late')).toMatchObject({ quantity: 1, sold: 0 });
});

test('money that nobody told us of is found by asking', async () => {
  await shop.addProduct('quiet', { quantity: 1 });
  const name = await shop.order(shop.alice, 'quiet', 'stripe');
  await stripe.pay(name);
  shop.later(20_000);
  await shop.tick();
  await expect.poll(() => stateOf(name)).toBe('Paid');
  expect(await shop.product('quiet')).toMatchObject({ quantity: 0, sold: 1 });
});

test('a vendor that is away keeps the order open, and its piece too, until it answers', async () => {
  await shop.addProduct('away', { quantity: 1 });
  const name = await shop.order(shop.alice, 'away', 'stripe');
  await stripe.pay(name);
  stripe.isAway = true;
  shop.later(40 * minute);
  await shop.tick();
  await expect.poll(async () => Number((await shop.payment(name)).asked)).toBe(1);
  expect(await stateOf(name)).toBe('Created');
  expect(await shop.product('away')).toMatchObject({ quantity: 0, sold: 0 });
  stripe.isAway = false;
  shop.later(20 * minute);
  await shop.tick();
  await expect.poll(() => stateOf(name)).toBe('Paid');
});
