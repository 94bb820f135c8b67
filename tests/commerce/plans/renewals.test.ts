import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Renewals, renewing, startRenewals } from './renewing.ts';

const start = '2027-01-31T10:00:00.000Z';
const months = ['2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z', '2027-04-30T10:00:00.000Z'];
const hourMs = 3_600_000;

/** Roles are decided by the clock of the process. */
const at = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) });
const after = (moment: string, hours: number) => new Date(Date.parse(moment) + hours * hourMs).toISOString();

afterEach(() => void vi.useRealTimers());

describe.each(renewing)('$type: a plan that renews', (by) => {
  let open: Renewals;
  beforeAll(async () => {
    open = await startRenewals(start, by);
  });
  afterAll(() => open?.shop.stop());

  test('goes on for three months, with one role all along and one payment for each month', async () => {
    const { plans, shop, vendor } = open;
    const first = await open.subscribe(shop.alice, 'alice');
    await open.settle();
    expect(await plans.terms()).toMatchObject([{ state: 'Active', endDate: months[0], renewalOrder: first }]);
    expect(await open.own(shop.alice)).toMatchObject({ renewalTime: months[0], renewalType: by.type });
    for (const [count, end] of months.slice(0, 2).entries()) {
      // The vendor takes the money an hour after the end. Nobody is past due until then.
      open.moveTo(after(end, 0.5));
      await open.settle();
      expect(await plans.terms()).toMatchObject([{ state: 'Active', endDate: end }]);
      at(after(end, 0.5));
      expect(await plans.roles()).toEqual(['silver']);
      vi.useRealTimers();
      open.moveTo(after(end, 2));
      for (const sent of vendor.advance(shop.now())) expect((await open.notify(sent)).status).toBe(200);
      expect(vendor.advance(shop.now())).toEqual([]);
      await open.settle();
      const next = months[count + 1];
      expect(await plans.terms()).toMatchObject([{ state: 'Active', endDate: next, renewalTime: next }]);
      expect((await open.payments('alice')).at(-1)).toMatchObject({
        ...{ state: 'Paid', amount: 990, renewalOf: first, from: end, until: next },
      });
    }
    expect(await open.payments('alice')).toHaveLength(3);
    expect(await plans.told('alice')).toEqual(['subscription-started', 'subscription-renewed', 'subscription-renewed']);
    expect(vendor.ledger()).toEqual({ USD: { received: 2970, refunded: 0 } });
  });

  test('takes no order by hand beside it', async () => {
    expect(await open.plans.choose(await open.plans.person('alice'))).toMatchObject({ code: 'plan-renews' });
  });

  test('agrees with the service at night', async () => {
    open.moveTo('2027-04-02T05:00:00.000Z');
    await open.shop.clock.tick('0 40 4 * * *', open.shop.now());
    await open.settle();
    const { db } = open.shop.app;
    expect(await db('jobs.job').where({ name: 'payment-reconciliation' }).pluck('state')).toContain('completed');
    expect(await db('payment_differences').select('id', 'words')).toEqual([]);
  });

  test('ends at the service after a cancellation, also if the service is away at first', async () => {
    const { plans, shop, vendor } = open;
    const [first] = await open.payments('alice');
    vendor.isAway = true;
    expect(await open.set('cancel', 'alice')).toMatchObject({ status: 'ok' });
    await open.settle();
    vendor.isAway = false;
    expect(open.agreementOf(String(first?.name)).state).toBe('active');
    shop.later(hourMs);
    await open.settle();
    expect(open.agreementOf(String(first?.name)).state).toBe('ended');
    expect(await plans.terms()).toMatchObject([{ state: 'Cancelled', endDate: months[2], renewalTime: '' }]);
  });

  test('does not renew again if somebody takes the cancellation back: then the next period is an order', async () => {
    const { plans, shop, vendor } = open;
    expect(await open.set('resume', 'alice')).toMatchObject({ status: 'ok' });
    expect(await plans.terms()).toMatchObject([{ state: 'Active', renewalOrder: '' }]);
    open.moveTo(after(String(months[2]), 2));
    expect(vendor.advance(shop.now())).toEqual([]);
    await open.settle();
    expect(await plans.terms()).toMatchObject([{ state: 'PastDue', endDate: months[2] }]);
    expect(await plans.choose(await plans.person('alice'))).toMatchObject({ status: 'ok' });
  });

  test('gets one period, however often and in whichever order the service tells of it', async () => {
    const { plans } = open;
    open.moveTo('2027-05-01T10:00:00.000Z');
    const order = await open.subscribe(await plans.person('bob'), 'bob');
    open.vendor.isCardEmpty = true;
    open.moveTo('2027-06-01T12:00:00.000Z');
    const failed = open.charge(order);
    open.vendor.isCardEmpty = false;
    open.moveTo('2027-06-04T11:00:00.000Z');
    const paid = open.charge(order);
    expect([failed, paid].map(({ length }) => length)).toEqual([1, 1]);
    const again = open.vendor.cycleNotification(String(open.agreementOf(order).charges[1]?.id));
    const answers = await Promise.all([...paid, again, ...paid].map((sent) => open.notify(sent)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await plans.terms('bob')).toMatchObject([{ state: 'Active' }]);
    expect(await open.payments('bob')).toMatchObject([{ renewalOf: '' }, { renewalOf: order, state: 'Paid' }]);
  });

  test('is not prolonged by a forged notification, and the clock finds what a lost one would have told', async () => {
    const { plans, shop } = open;
    open.moveTo('2027-06-10T10:00:00.000Z');
    const order = await open.subscribe(await plans.person('carol'), 'carol');
    open.moveTo('2027-07-10T12:00:00.000Z');
    const [sent] = open.charge(order);
    if (!sent) throw new Error('The vendor has taken the money.');
    const forged = { ...sent, body: `${sent.body} ` };
    expect((await open.notify(forged)).status).toBe(400);
    expect(await open.payments('carol')).toHaveLength(1);
    for (let times = 0; times < 2; times++) {
      shop.later(hourMs);
      await open.settle();
    }
    expect(await open.payments('carol')).toHaveLength(2);
    expect(await plans.terms('carol')).toMatchObject([{ state: 'Active', endDate: '2027-08-10T10:00:00.000Z' }]);
  });

  test('loses a renewed period whose money goes back, and renews no more', async () => {
    const { plans, shop, vendor } = open;
    const [first, renewal] = await open.payments('carol');
    const query = { id: `admin/${renewal?.name}` };
    const admin = await shop.app.admin();
    expect((await admin.post('refund-payment', { reason: 'A test' }, { query })).body).toMatchObject({ status: 'ok' });
    await open.settle();
    expect((await open.payments('carol'))[1]).toMatchObject({ state: 'Refunded', until: '' });
    expect(await plans.terms('carol')).toMatchObject([{ state: 'Cancelled', endDate: '2027-07-10T10:00:00.000Z' }]);
    await open.settle();
    expect(open.agreementOf(String(first?.name)).state).toBe('ended');
    expect(vendor.ledger().USD?.refunded).toBe(990);
  });

  test('is past due after a failed charge, has its days of grace, and then ends on both sides', async () => {
    const { plans, shop, vendor } = open;
    open.moveTo('2027-08-01T10:00:00.000Z');
    const order = await open.subscribe(await plans.person('dave'), 'dave');
    vendor.isCardEmpty = true;
    open.moveTo('2027-09-01T12:00:00.000Z');
    for (const sent of open.charge(order)) await open.notify(sent);
    expect(await plans.terms('dave')).toMatchObject([{ state: 'PastDue', endDate: '2027-09-01T10:00:00.000Z' }]);
    at('2027-09-02T10:00:00.000Z');
    expect(await plans.roles('dave')).toEqual(['silver']);
    at('2027-09-04T10:00:05.000Z');
    expect(await plans.roles('dave')).toEqual([]);
    vi.useRealTimers();
    open.moveTo('2027-09-04T10:00:05.000Z');
    // A question that is on its way at the end is still about a wanted renewal. The next one follows.
    for (let times = 0; times < 2; times++) {
      await open.settle();
      shop.later(hourMs);
    }
    await open.settle();
    expect(await plans.told('dave')).toEqual(['subscription-started', 'subscription-ended']);
    expect(open.agreementOf(order).state).toBe('ended');
    vendor.isCardEmpty = false;
    vendor.advance(new Date(shop.now().getTime() + 60 * 24 * hourMs));
    expect(open.agreementOf(order).charges.filter(({ isPaid }) => isPaid)).toHaveLength(1);
  });
});
