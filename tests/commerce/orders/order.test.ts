import { createRemoteJWKSet, jwtVerify } from 'jose';
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
  const back = new URL(String(data2));
  expect(`${back.origin}${back.pathname}`).toBe('https://shop.example/thanks');
  expect(back.searchParams.get('from')).toBe('mail');
  expect(back.searchParams.get('payment')).toBe(name);
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks', shop.app.url));
  const expected = { issuer: shop.app.url, audience: 'https://shop.example', typ: 'payment+jwt' };
  const { payload } = await jwtVerify(String(back.searchParams.get('payment_token')), keys, expected);
  expect(payload).toMatchObject({
    ...{ payment: name, product: 'ticket', organization: 'acme', user: 'alice' },
    ...{ state: 'Paid', amount: '9.90', currency: 'USD' },
  });
  // No reader of access tokens takes it.
  const bearer = shop.app.client({ Authorization: `Bearer ${back.searchParams.get('payment_token')}` });
  expect((await bearer.get('get-account')).body.status).toBe('error');
  expect((await shop.events(name)).map(({ type, cause }) => `${type} ${cause}`)).toEqual([
    'placed person',
    'begun person',
    'notified notice',
    'changed notice',
  ]);
});

test('an address that sends two hundred wrong notifications is no longer read', async () => {
  const wrong = { method: 'POST', headers: { 'content-type': 'application/json' }, query: '', body: '{}' };
  for (let sent = 0; sent < 200; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => shop.notify({ provider: 'stripe' }, wrong)));
  expect((await shop.notify({ provider: 'stripe' }, wrong)).status).toBe(429);
});
