import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { type Renewals, renewing, startRenewals } from './renewing.ts';

let open: Renewals;
const start = '2027-01-10T10:00:00.000Z';

beforeAll(async () => {
  const [stripe] = renewing;
  if (!stripe) throw new Error('Stripe renews.');
  open = await startRenewals(start, stripe);
});
afterAll(() => open?.shop.stop());

/** Somebody whose silver plan renews. Their order. */
async function renewed(user: string): Promise<string> {
  await add(await open.shop.app.admin(), 'user', { owner: 'acme', name: user, displayName: user, password });
  const order = await open.subscribe(await open.plans.person(user), user);
  await open.settle();
  expect(open.agreementOf(order).state).toBe('active');
  return order;
}

async function hasEnded(order: string): Promise<void> {
  await open.settle();
  expect(open.agreementOf(order).state).toBe('ended');
  expect(open.vendor.advance(new Date('2027-02-10T12:00:00.000Z')).filter(({ body }) => body.includes(order))).toEqual(
    [],
  );
}

test('a change of plan ends the renewal', async () => {
  const order = await renewed('anna');
  const query = { id: 'acme/gold', pricing: 'acme/main', period: 'month', providerName: 'stripe' };
  const anna = await open.plans.person('anna');
  expect((await anna.post('change-plan', undefined, { query })).body).toMatchObject({ status: 'ok' });
  const change = open.plans.newest();
  await open.vendor.pay(change);
  await open.notify(await open.vendor.notification(change));
  expect(await open.plans.terms('anna')).toMatchObject([{ plan: 'acme/gold', renewalOrder: '' }]);
  await hasEnded(order);
});

test('so does a cheaper plan for the time afterwards', async () => {
  const order = await renewed('ben');
  await open.plans.admin.post('update-plan', { pricePerMonth: 5 }, { query: { id: 'acme/gold' } });
  const query = { id: 'acme/gold', pricing: 'acme/main', period: 'month', providerName: 'stripe' };
  const ben = await open.plans.person('ben');
  expect((await ben.post('change-plan', undefined, { query })).body).toMatchObject({ status: 'ok', data: '' });
  await hasEnded(order);
});

test('an administrator who suspends a subscription ends its renewal', async () => {
  const order = await renewed('cora');
  const [term] = await open.plans.terms('cora');
  const query = { id: `acme/${term?.name}` };
  await open.plans.admin.post('update-subscription', { state: 'Suspended' }, { query });
  await hasEnded(order);
});

test('the service takes no money of a deleted user, and their payment stays until it agrees', async () => {
  const order = await renewed('dora');
  const admin = await open.shop.app.admin();
  const deletion = () => admin.post('delete-payment', { owner: 'admin', name: order });
  expect((await deletion()).body).toMatchObject({ code: 'payment-renews' });
  expect((await admin.post('delete-user', { owner: 'acme', name: 'dora' })).body).toMatchObject({ status: 'ok' });
  await hasEnded(order);
  expect((await deletion()).body).toMatchObject({ status: 'ok' });
});

test('money that the service took before it knew of a cancellation gives its month, and no more', async () => {
  const order = await renewed('ed');
  open.moveTo('2027-02-10T09:00:00.000Z');
  open.vendor.isAway = true;
  expect(await open.set('cancel', 'ed')).toMatchObject({ status: 'ok' });
  open.moveTo('2027-02-10T12:00:00.000Z');
  expect(open.charge(order)).toHaveLength(1);
  open.vendor.isAway = false;
  await open.settle();
  expect(await open.payments('ed')).toMatchObject([{ state: 'Paid' }, { state: 'Paid', renewalOf: order }]);
  expect(open.agreementOf(order).state).toBe('ended');
  const [term] = await open.plans.terms('ed');
  expect(term).toMatchObject({ state: 'Cancelled', renewalOrder: '' });
  expect(Date.parse(String(term?.endDate))).toBeGreaterThan(Date.parse('2027-03-09T00:00:00.000Z'));
});

test('an order by hand after a failed charge takes the place of the renewal', async () => {
  const order = await renewed('fay');
  open.vendor.isCardEmpty = true;
  open.moveTo('2027-03-10T14:00:00.000Z');
  for (const sent of open.charge(order)) await open.notify(sent);
  open.vendor.isCardEmpty = false;
  expect(await open.plans.terms('fay')).toMatchObject([{ state: 'PastDue' }]);
  expect(await open.plans.choose(await open.plans.person('fay'))).toMatchObject({ status: 'ok' });
  const byHand = open.plans.newest();
  await open.vendor.pay(byHand);
  await open.notify(await open.vendor.notification(byHand));
  expect(await open.plans.terms('fay')).toMatchObject([{ state: 'Active', renewalOrder: '' }]);
  await open.settle();
  expect(open.agreementOf(order).state).toBe('ended');
});

test('less money gives less time, another currency gives none, and the timeline says so', async () => {
  open.moveTo('2027-04-01T10:00:00.000Z');
  const order = await renewed('gus');
  const agreement = open.agreementOf(order);
  agreement.money = { amount: 495, currency: 'USD' };
  open.moveTo('2027-05-01T12:00:00.000Z');
  for (const sent of open.charge(order)) await open.notify(sent);
  expect(await open.plans.terms('gus')).toMatchObject([{ endDate: '2027-05-16T22:00:00.000Z' }]);
  agreement.money = { amount: 990, currency: 'EUR' };
  open.moveTo('2027-06-01T12:00:00.000Z');
  for (const sent of open.charge(order)) await open.notify(sent);
  expect(await open.plans.terms('gus')).toMatchObject([{ endDate: '2027-05-16T22:00:00.000Z' }]);
  const [, , strange] = await open.payments('gus');
  expect(strange).toMatchObject({ state: 'Paid', until: '' });
  const lines = await open.shop.app.db('payment_events').where({ payment: strange?.name }).pluck('words');
  expect(lines).toContain('9.90 EUR instead of 9.90 USD');
});

test('money that somebody gives back at the service itself takes its month back', async () => {
  open.moveTo('2027-07-01T10:00:00.000Z');
  const order = await renewed('hal');
  open.moveTo('2027-08-01T12:00:00.000Z');
  for (const sent of open.charge(order)) await open.notify(sent);
  expect(await open.plans.terms('hal')).toMatchObject([{ endDate: '2027-09-01T10:00:00.000Z' }]);
  const [, second] = open.agreementOf(order).charges;
  second?.returns.push({ id: 're_by_hand', amount: 990, time: open.shop.now(), label: '' });
  const sent = open.vendor.cycleNotification(String(second?.id));
  expect((await open.notify(sent)).status).toBe(200);
  expect(await open.payments('hal')).toMatchObject([{ state: 'Paid' }, { state: 'Refunded', until: '' }]);
  await hasEnded(order);
});

test('the news of the first period may come before that of its order', async () => {
  const admin = await open.shop.app.admin();
  await add(admin, 'user', { owner: 'acme', name: 'ida', displayName: 'ida', password });
  const ida = await open.plans.person('ida');
  expect(await open.plans.choose(ida, { isRenewing: 'true' })).toMatchObject({ status: 'ok' });
  const order = open.plans.newest();
  await open.vendor.pay(order);
  const [first] = open.agreementOf(order).charges;
  expect((await open.notify(open.vendor.cycleNotification(String(first?.id)))).status).toBe(200);
  expect((await open.notify(await open.vendor.notification(order))).status).toBe(200);
  await open.settle();
  expect(await open.payments('ida')).toMatchObject([{ name: order, state: 'Paid', renewalOf: '' }]);
  expect(await open.plans.told('ida')).toEqual(['subscription-started']);
});

test('a new name of the provider doubles no payment', async () => {
  const admin = await open.shop.app.admin();
  const rename = (from: string, name: string) =>
    admin.post('update-provider', { name }, { query: { id: `admin/${from}` } });
  expect((await rename('stripe', 'cards')).body).toMatchObject({ status: 'ok' });
  const askTime = () => open.shop.app.db('payments').where({ user: 'ida' }).pluck('renewal_ask_time');
  const before = await askTime();
  open.moveTo(new Date(new Date(String(before[0])).getTime() + 60_000).toISOString());
  await open.settle();
  expect(await askTime()).not.toEqual(before);
  expect(await open.payments('ida')).toHaveLength(1);
  expect((await (await open.shop.app.admin()).get('get-provider', { id: 'admin/cards' })).body.data.name).toBe('cards');
  await (await open.shop.app.admin()).post('update-provider', { name: 'stripe' }, { query: { id: 'admin/cards' } });
});

test('a service that cannot renew is not asked to', async () => {
  const admin = await open.shop.app.admin();
  const gc = {
    clientId: 'merchant',
    clientSecret: 'secret',
    clientId2: 'shop',
    clientSecret2: 'key',
    host: 'https://gc.example',
  };
  await add(admin, 'provider', { name: 'gc', displayName: 'gc', category: 'Payment', type: 'GC', ...gc });
  const { data } = (await admin.get('get-pricing', { id: 'acme/main' })).body;
  const query = { id: 'acme/main' };
  await admin.post('update-pricing', { ...data, providers: ['stripe', 'gc'] }, { query });
  const asked = { id: 'acme/silver', pricing: 'acme/main', period: 'month', providerName: 'gc', isRenewing: 'true' };
  const buyer = await open.plans.person('alice');
  expect((await buyer.post('buy-plan', undefined, { query: asked })).body).toMatchObject({
    code: 'plan-renewal-unsupported',
  });
});
