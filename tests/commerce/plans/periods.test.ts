import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;
const start = '2027-01-31T10:00:00.000Z';

beforeAll(async () => {
  plans = await startPlans(start);
});
afterAll(() => plans?.shop.stop());
afterEach(() => void vi.useRealTimers());

/** Roles are decided by the clock of the process. */
const at = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) });

test('a paid month makes a subscription until the end of February, and a second notification changes nothing', async () => {
  const { shop, newest } = plans;
  const body = await plans.choose(shop.alice);
  expect(body).toMatchObject({ status: 'ok', data: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) });
  const payment = newest();
  expect(await shop.payment(payment)).toMatchObject({
    ...{ state: 'Created', price: 9.9, plan: 'acme/silver', period: 'month', productName: '' },
  });
  expect(await plans.terms()).toEqual([]);

  await plans.stripe.pay(payment);
  for (let times = 0; times < 2; times++) expect((await plans.notify(payment)).status).toBe(200);
  expect(await plans.terms()).toMatchObject([
    { state: 'Active', plan: 'acme/silver', pricing: 'acme/main', endDate: '2027-02-28T10:00:00.000Z' },
  ]);
});

test('the next month ends on the 31st again, and a year adds a year', async () => {
  const { shop } = plans;
  const march = await plans.pay(shop.alice);
  expect((await shop.payment(march)).periodEnd).toBe('2027-03-31T10:00:00.000Z');
  await plans.pay(shop.alice, { period: 'year' });
  expect(await plans.terms()).toMatchObject([{ state: 'Active', endDate: '2028-03-31T10:00:00.000Z' }]);
});

test('another plan is a change, not a purchase', async () => {
  expect(await plans.choose(plans.shop.alice, { plan: 'gold' })).toMatchObject({ code: 'plan-change-instead' });
});

test('a repayment takes its period back, and later periods move to its place', async () => {
  const { shop } = plans;
  const [, second] = plans.stripe.orders();
  const refund = await shop.root.post(
    'refund-payment',
    { reason: 'Too much' },
    { query: { id: `admin/${second?.id}` } },
  );
  expect(refund.body).toMatchObject({ status: 'ok' });
  await shop.tick();
  expect(await shop.payment(String(second?.id))).toMatchObject({ state: 'Refunded', periodEnd: '' });
  expect(await plans.terms()).toMatchObject([{ endDate: '2028-02-29T10:00:00.000Z' }]);
});

test('repayments of several periods of one person at the same time all take theirs back', async () => {
  const { shop } = plans;
  const dave = await plans.person('dave');
  const months: string[] = [];
  while (months.length < 4) months.push(await plans.pay(dave));
  const refund = (name: string) =>
    shop.root.post('refund-payment', { reason: 'Too much' }, { query: { id: `admin/${name}` } });
  const answers = await Promise.all(months.slice(0, 3).map(refund));
  expect(answers.map(({ body }) => body.status)).toEqual(['ok', 'ok', 'ok']);
  await shop.tick();
  expect(await plans.terms('dave')).toMatchObject([{ state: 'Active', endDate: '2027-02-28T10:00:00.000Z' }]);
});

test('the role is there from the payment to the end of the days of grace, and gone afterwards', async () => {
  await plans.pay(await plans.person('bob'));
  at('2027-02-28T09:59:00.000Z');
  expect(await plans.roles('bob')).toEqual(['silver']);
  at('2027-03-03T09:59:00.000Z');
  expect(await plans.roles('bob')).toEqual(['silver']);
  at('2027-03-03T10:00:04.000Z');
  expect(await plans.roles('bob')).toEqual([]);
});

test('nobody buys a plan of another organization, or at a disabled pricing', async () => {
  const { shop, admin } = plans;
  const stranger = await plans.stranger();
  expect(await plans.choose(stranger)).toMatchObject({ code: 'pricing-missing' });
  await admin.post('update-pricing', { isEnabled: false }, { query: { id: 'acme/main' } });
  expect(await plans.choose(shop.alice)).toMatchObject({ code: 'pricing-missing' });
  await admin.post('update-pricing', { isEnabled: true }, { query: { id: 'acme/main' } });
  expect(await plans.choose(shop.alice, { period: 'week' })).toMatchObject({ code: 'invalid' });
});

test('the clock tells of the days of grace and of the end', async () => {
  await plans.goTo('2027-02-28T10:00:01.000Z');
  expect(await plans.terms('bob')).toMatchObject([{ state: 'PastDue', endedTime: '' }]);
  await plans.goTo('2027-03-03T10:00:01.000Z');
  expect(await plans.terms('bob')).toMatchObject([{ state: 'PastDue', endedTime: '2027-03-03T10:00:01.000Z' }]);
  expect(await plans.told('bob')).toEqual(['subscription-started', 'subscription-ended']);
});
