import { stripe } from '@doorwright/api/providers/payment/stripe/stripe.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripe } from '../stand-ins/stripe.ts';
import { lies, type Vendor } from '../stand-ins/vendor.ts';
import { noticeOf, openDesk } from './desk.ts';

let vendor: Vendor;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  vendor = await startStripe();
  desk = openDesk(vendor);
});
afterAll(async () => {
  await desk.close();
  await vendor.stop();
});

async function begun(changes = {}) {
  const order = desk.order(changes);
  const start = await stripe.begin(order, desk.till());
  return { start, order: { ...order, vendorId: start.vendorId } };
}

async function paid() {
  const { order } = await begun();
  await vendor.pay(order.id);
  return order;
}

const refund = { id: 'refund_1', amount: 990, reason: 'damaged', notifyUrl: '' };

describe('An order at Stripe', () => {
  test('is paid on Stripe’s page, and its notification says so', async () => {
    const { start, order } = await begun();
    expect(start.payUrl).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(await stripe.ask(order, desk.till())).toMatchObject({ id: order.id, state: 'open', paid: undefined });
    await vendor.pay(order.id);
    const report = await stripe.read(noticeOf(await vendor.notification(order.id)), desk.till());
    const facts = { id: order.id, vendorId: order.vendorId, state: 'paid', merchant: vendor.provider.clientId };
    expect(report).toMatchObject({ ...facts, paid: { amount: 1990, currency: 'EUR' } });
    expect(await stripe.ask(order, desk.till())).toEqual({ ...report, refunded: 0 });
  });

  test('begins once, even if the answer was lost', async () => {
    const { start, order } = await begun();
    expect(await stripe.begin({ ...order, vendorId: '' }, desk.till())).toEqual(start);
    expect(await stripe.ask({ ...order, vendorId: '' }, desk.till())).toMatchObject({ vendorId: start.vendorId });
    await expect(stripe.begin({ ...order, amount: 1 }, desk.till())).rejects.toThrow('payment-channel-failed');
  });

  test('goes back in parts, each part once, and never more than was paid', async () => {
    const order = await paid();
    const first = await stripe.refund?.(order, refund, desk.till());
    expect(first).toMatchObject({ state: 'done' });
    expect(await stripe.refund?.(order, refund, desk.till())).toEqual(first);
    expect(await stripe.askRefund?.(order, { ...refund, vendorId: '' }, desk.till())).toEqual(first);
    expect(await stripe.ask(order, desk.till())).toMatchObject({ state: 'paid', refunded: 990 });
    await expect(stripe.refund?.(order, { ...refund, id: 'refund_2', amount: 1001 }, desk.till())).rejects.toThrow();
    await stripe.refund?.(order, { ...refund, id: 'refund_3', amount: 1000 }, desk.till());
    const report = await stripe.read(noticeOf(await vendor.notification(order.id)), desk.till());
    expect(report).toMatchObject({ id: order.id, state: 'refunded', refunded: 1990 });
  });

  test('takes no money after it is closed, and a paid one stays paid', async () => {
    const { order } = await begun();
    expect(await stripe.close(order, desk.till())).toMatchObject({ state: 'closed' });
    await expect(vendor.pay(order.id)).rejects.toThrow('expired');
    expect(await stripe.close(order, desk.till())).toMatchObject({ state: 'closed' });
    expect(await stripe.close(await paid(), desk.till())).toMatchObject({ state: 'paid' });
    expect(await stripe.close(desk.order(), desk.till())).toMatchObject({ state: 'closed', vendorId: '' });
  });

  test('fails with the words of the bank', async () => {
    const { order } = await begun();
    await vendor.decline(order.id);
    expect(await stripe.ask(order, desk.till())).toMatchObject({ state: 'failed', message: 'The bank refused it.' });
    const report = await stripe.read(noticeOf(await vendor.notification(order.id)), desk.till());
    expect(report).toMatchObject({ id: order.id, state: 'failed', paid: undefined });
  });

  test('is listed on the day of its payment', async () => {
    const order = await paid();
    const today = new Date(new Date().toISOString().slice(0, 10));
    const listed = await Array.fromAsync(stripe.paidOn?.(today, desk.till()) ?? []);
    expect(listed).toContainEqual(await stripe.ask(order, desk.till()));
    const before = new Date(today.getTime() - 24 * 3600_000);
    expect(await Array.fromAsync(stripe.paidOn?.(before, desk.till()) ?? [])).toEqual([]);
  });

  test.each([
    ['half an hour at least', 1],
    ['a day at most', 48 * 60],
  ])('lives for %s', async (_, minutes) => {
    const { start } = await begun({ expireTime: new Date(Date.now() + minutes * 60_000) });
    expect(start.vendorId).not.toBe('');
  });

  test.each([
    ['JPY', 500, true],
    ['HUF', 1050, true],
    ['KWD', 5120, true],
    ['KWD', 5124, false],
  ] as const)('of %s may have the amount %i: %s', async (currency, amount, isTaken) => {
    const beginning = begun({ currency, amount });
    if (isTaken) expect(await stripe.ask((await beginning).order, desk.till())).toMatchObject({ state: 'open' });
    else await expect(beginning).rejects.toThrow('payment-amount-refused');
  });
});

describe('A notification of Stripe', () => {
  /** Truly signed, so only the facts can tell. */
  const facts = ['lower-amount', 'other-currency'] as const;

  test.each(lies.filter((lie) => !facts.includes(lie as never)))('is refused if it is a lie: %s', async (lie) => {
    const order = await paid();
    const sent = await vendor.lie(order.id, lie);
    if (!sent) throw new Error('Stripe has each of them.');
    await expect(stripe.read(noticeOf(sent), desk.till())).rejects.toThrow('payment-notice-refused');
  });

  test.each(facts)('repeats what was signed, so that its facts can be compared: %s', async (lie) => {
    const order = await paid();
    const sent = await vendor.lie(order.id, lie);
    const report = sent && (await stripe.read(noticeOf(sent), desk.till()));
    expect(report).not.toMatchObject({ paid: { amount: order.amount, currency: order.currency } });
  });

  test('about something else says nothing', async () => {
    const { order } = await begun();
    expect(await stripe.read(noticeOf(await vendor.notification(order.id)), desk.till())).toBeUndefined();
  });

  test('of a live account does not count for a key of tests, and the reverse', async () => {
    const order = await paid();
    const sent = noticeOf(await vendor.notification(order.id));
    const live = desk.till({ clientSecret: 'sk_live_51DoorwrightTestOnly' });
    await expect(stripe.read(sent, live)).rejects.toThrow('payment-notice-refused');
  });
});

describe('A failure of Stripe', () => {
  test('is a refusal if nobody answers', async () => {
    const { order } = await begun();
    vendor.isAway = true;
    await expect(stripe.ask(order, desk.till()).finally(() => (vendor.isAway = false))).rejects.toMatchObject({
      code: 'payment-channel-failed',
    });
  });

  test('never repeats the key', async () => {
    const asking = stripe.begin(desk.order(), desk.till({ clientSecret: 'sk_test_wrongOnly' }));
    const refusal = await asking.catch((error) => error);
    expect(refusal).toMatchObject({ code: 'payment-channel-failed' });
    expect(JSON.stringify([refusal.params, refusal.reason])).not.toContain('Only');
  });
});
