import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;

beforeAll(async () => {
  plans = await startPlans('2027-01-31T10:00:00.000Z');
});
afterAll(() => plans?.shop.stop());

test('a paid month makes a subscription until the end of February, and a second notification changes nothing', async () => {
  const { shop, newest } = plans;
  expect(await plans.choose(shop.alice)).toMatchObject({
    status: 'ok',
    data: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  });
  const payment = newest();
  expect(await shop.payment(payment)).toMatchObject({
    state: 'Created',
    price: 9.9,
    plan: 'acme/silver',
    period: 'month',
  });
  expect(await plans.terms()).toEqual([]);

  await plans.stripe.pay(payment);
  for (let times = 0; times < 2; times++) expect((await plans.notify(payment)).status).toBe(200);
  expect(await plans.terms()).toMatchObject([
    { state: 'Active', plan: 'acme/silver', pricing: 'acme/main', endDate: '2027-02-28T10:00:00.000Z' },
  ]);
});
