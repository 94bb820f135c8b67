import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;
const start = '2027-04-01T00:00:00.000Z';
const dayMs = 86_400_000;

beforeAll(async () => {
  plans = await startPlans(start);
});
afterAll(() => plans?.shop.stop());

const change = async (client: Client, plan: string, period = 'month') =>
  (
    await client.post('change-plan', undefined, {
      query: { id: `acme/${plan}`, pricing: 'acme/main', period, providerName: 'stripe' },
    })
  ).body;

async function set(client: Client, what: 'cancel' | 'resume', user: string) {
  const [term] = await plans.terms(user);
  return (await client.post(`${what}-subscription`, undefined, { query: { id: `acme/${term?.name}` } })).body;
}

test('a subscriber cancels, takes it back, and nobody else can', async () => {
  const { shop } = plans;
  await plans.pay(shop.alice);
  expect(await set(shop.alice, 'cancel', 'alice')).toMatchObject({ status: 'ok' });
  expect(await plans.terms()).toMatchObject([{ state: 'Cancelled', endDate: '2027-05-01T00:00:00.000Z' }]);
  const bob = await plans.person('bob');
  expect(await set(bob, 'resume', 'alice')).toMatchObject({ code: 'subscription-missing' });
  expect(await set(shop.alice, 'resume', 'alice')).toMatchObject({ status: 'ok' });
  expect(await plans.terms()).toMatchObject([{ state: 'Active' }]);
  expect(await plans.told('alice')).toEqual(['subscription-started', 'subscription-cancelled']);
});

test('everybody reads the plans of a pricing, and signed-in people also how they can pay and what they have', async () => {
  const { shop } = plans;
  const id = 'acme/main';
  const { data } = (await shop.app.anonymous.get('get-pricing-page', { id })).body;
  expect(data).toMatchObject({ displayName: 'Main', trialDuration: 7, own: null });
  expect(data.plans).toMatchObject([{ id: 'acme/silver', pricePerMonth: 9.9 }, { id: 'acme/gold' }]);
  const query = { id: 'acme/gold', pricing: id, period: 'year' };
  expect((await shop.alice.get('get-plan-channels', query)).body).toMatchObject({
    status: 'ok',
    data: [{ name: 'stripe', type: 'Stripe' }],
  });
  expect((await shop.app.anonymous.get('get-plan-channels', query)).body).toMatchObject({ code: 'sign-in-first' });
  expect((await shop.alice.get('get-pricing-page', { id })).body.data.own).toMatchObject({ plan: 'acme/silver' });
  expect((await shop.alice.get('get-own-subscriptions')).body.data).toMatchObject([
    { plan: 'acme/silver', planDisplayName: 'silver', isRunning: true, until: '2027-05-04T00:00:00.000Z' },
  ]);
});

test('an upgrade costs the difference to the rest of the paid time, to the cent', async () => {
  const { stripe } = plans;
  await plans.goTo('2027-04-21T00:00:00.000Z');
  // A third of 9.90 is left: ten of thirty days.
  expect(await change(await plans.person('alice'), 'gold')).toMatchObject({
    status: 'ok',
    data: expect.stringContaining('stripe'),
  });
  const payment = plans.newest();
  expect(await plans.order(payment)).toMatchObject({ price: 16.7, credit: 330, plan: 'acme/gold' });
  expect(await plans.terms()).toMatchObject([{ plan: 'acme/silver' }]);
  await stripe.pay(payment);
  await plans.notify(payment);
  expect(await plans.terms()).toMatchObject([{ plan: 'acme/gold', endDate: '2027-05-21T00:00:00.000Z' }]);
});

test('a second order with a credit that is spent gives the time that its own money is worth', async () => {
  const { shop, stripe } = plans;
  await plans.pay(await plans.person('carol'));
  shop.later(15 * dayMs);
  const carol = await plans.person('carol');
  await change(carol, 'gold');
  const first = plans.newest();
  shop.later(60_000);
  await change(carol, 'gold');
  const second = plans.newest();
  expect(second).not.toBe(first);
  for (const payment of [first, second]) {
    await stripe.pay(payment);
    await plans.notify(payment);
  }
  // May has 31 days. The first order gets all of them.
  expect((await plans.order(first)).days).toBeGreaterThanOrEqual(30);
  expect((await plans.order(second)).days).toBeLessThan(25);
});

test('a cheaper plan begins at the end of the present one, once it is paid', async () => {
  const dave = await plans.person('dave');
  await plans.pay(dave, { plan: 'gold' });
  expect(await change(dave, 'silver')).toMatchObject({ status: 'ok', data: '' });
  const [before] = await plans.terms('dave');
  expect(before).toMatchObject({ plan: 'acme/gold', nextPlan: 'acme/silver' });
  await plans.pay(dave);
  expect(await plans.terms('dave')).toMatchObject([{ plan: 'acme/gold', nextPlanTime: before?.endDate }]);
  expect(await change(dave, 'gold')).toMatchObject({ code: 'plan-change-paid' });
  await plans.goTo(String(before?.endDate));
  expect(await plans.terms('dave')).toMatchObject([{ plan: 'acme/silver', nextPlan: '', state: 'Active' }]);
});
