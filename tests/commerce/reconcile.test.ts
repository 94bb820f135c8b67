import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStripe } from './stand-ins/stripe.ts';
import type { Vendor } from './stand-ins/vendor.ts';
import { type Shop, startShop } from './world.ts';

const day = 86_400_000;

let stripe: Vendor;
let shop: Shop;

beforeAll(async () => {
  stripe = await startStripe({ now: () => shop.now() });
  shop = await startShop({ stripe });
  await shop.addProduct('ticket');
});
afterAll(() => shop?.stop());

const told = async () =>
  (await (await shop.app.admin()).get('get-notifications')).body.data.filter(
    ({ code }: { code: string }) => code === 'paymentDiffers',
  );
const nightly = () => shop.clock.tick('0 40 4 * * *', shop.now());

test('each night, money that we do not know of is taken, and what still differs is told in the bell until both agree', async () => {
  const differing = await shop.order(shop.alice, 'ticket', 'stripe');
  await stripe.pay(differing);
  await shop.notify({ provider: 'stripe' }, await stripe.notification(differing));
  const missed = await shop.order(shop.alice, 'ticket', 'stripe');
  await stripe.pay(missed);
  const change = (name: string, fields: object) => shop.app.db('payments').where({ name }).update(fields);
  await change(differing, { amount: 991 });
  await change(missed, { state: 'Error', ask_time: null });
  shop.later(2 * day);
  await nightly();
  const root = await shop.app.admin();
  const stateOf = async (name: string) => (await root.get('get-payment', { id: `admin/${name}` })).body.data.state;
  await expect.poll(() => stateOf(missed)).toBe('Paid');
  await expect.poll(async () => (await told()).length).toBe(1);
  expect(await told()).toMatchObject([
    { subject: { kind: 'payment', name: differing }, params: { problem: '9.90 USD instead of 9.91 USD' } },
  ]);
  await change(differing, { amount: 990 });
  await shop.app.db('jobs.job').where({ name: 'payment-reconciliation' }).delete();
  shop.later(60_000);
  await nightly();
  await expect.poll(async () => (await told()).length).toBe(0);
});
