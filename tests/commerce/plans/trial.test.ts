import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;
const start = new Date();
const days = (count: number) => new Date(start.getTime() + count * 86_400_000).toISOString();

beforeAll(async () => {
  plans = await startPlans(start.toISOString());
});
afterAll(() => plans?.shop.stop());

test('a trial gives the plan at once, for its days and without payment', async () => {
  expect(await plans.trial(plans.shop.alice)).toMatchObject({ status: 'ok', data: { state: 'Trial' } });
  expect(await plans.terms()).toMatchObject([{ state: 'Trial', plan: 'acme/silver', endDate: days(7) }]);
  expect(await plans.roles()).toEqual(['silver']);
  expect(plans.stripe.orders()).toEqual([]);
});

test('a person with a plan starts no trial', async () => {
  expect(await plans.trial(plans.shop.alice, 'gold')).toMatchObject({ code: 'subscription-running' });
});

test('a month that is paid during the trial follows it', async () => {
  await plans.pay(plans.shop.alice);
  const [term] = await plans.terms();
  expect(term?.state).toBe('Active');
  expect(Date.parse(String(term?.endDate))).toBeGreaterThan(Date.parse(days(7 + 27)));
  expect(await plans.told('alice')).toEqual(['subscription-started', 'subscription-started']);
});

test('each person tries a plan once, also if an administrator ends the first trial', async () => {
  const bob = await plans.person('bob');
  await plans.trial(bob);
  const [term] = await plans.terms('bob');
  const query = { id: `acme/${term?.name}` };
  const ended = { startDate: days(-2), endDate: days(-1) };
  expect((await plans.admin.post('update-subscription', ended, { query })).body).toMatchObject({ status: 'ok' });
  expect(await plans.trial(bob)).toMatchObject({ code: 'trial-used' });
  expect(await plans.trial(bob, 'gold')).toMatchObject({ status: 'ok' });
});

test('a pricing without days of trial gives none', async () => {
  await plans.admin.post('update-pricing', { trialDuration: 0 }, { query: { id: 'acme/main' } });
  expect(await plans.trial(await plans.person('carol'))).toMatchObject({ code: 'trial-none' });
});
