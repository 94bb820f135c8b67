import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';

let stripe: Vendor;
let shop: Shop;

beforeAll(async () => {
  stripe = await startStripe();
  shop = await startShop({ stripe });
  await shop.addProduct('ticket', { returnUrl: 'https://shop.example/thanks?from=mail' });
});
afterAll(() => shop?.stop());

const order = (payment: string) => ({ product: 'ticket', provider: 'stripe', payment });
const newest = () => String(stripe.orders().at(-1)?.id);

test('a person buys: the order holds a piece, the vendor notifies, and the result leads back to the shop with a signed proof', async () => {
  const { body } = await shop.buy(shop.alice, 'ticket', 'stripe');
  expect(body).toMatchObject({ status: 'ok', data: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) });
  const name = newest();
  expect(name).toMatch(/^\d{8}_\d{6}_[0-9a-f]{7}$/);
  expect(await shop.payment(name)).toMatchObject({
    state: 'Created',
    price: 9.9,
    currency: 'USD',
    organization: 'acme',
    user: 'alice',
  });
  expect(await shop.product('ticket')).toMatchObject({ quantity: 49, sold: 0 });

  await stripe.pay(name);
  const answer = await shop.notify(order(name), await stripe.notification(name));
  expect(answer.status).toBe(200);
  expect(await shop.payment(name)).toMatchObject({ state: 'Paid', isByHand: false });
  expect(await shop.product('ticket')).toMatchObject({ quantity: 49, sold: 1 });
  const { data, data2 } = (await shop.confirm(shop.alice, name)).body;
  expect(data).toMatchObject({ state: 'Paid' });
  expect(new URL(String(data2)).searchParams.get('payment')).toBe(name);
  expect((await shop.events(name)).map(({ type, cause }) => `${type} ${cause}`)).toEqual([
    'placed person',
    'begun person',
    'notified notice',
    'changed notice',
  ]);
});
