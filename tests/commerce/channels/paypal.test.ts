import { paypal } from '@doorwright/api/providers/payment/paypal/paypal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPayPal } from '../stand-ins/paypal.ts';
import { lies, type Vendor } from '../stand-ins/vendor.ts';
import { noticeOf, openDesk } from './desk.ts';

let vendor: Vendor;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  vendor = await startPayPal();
  desk = openDesk(vendor);
});
afterAll(async () => {
  await desk.close();
  await vendor.stop();
});

async function begun(changes = {}) {
  const order = desk.order(changes);
  const start = await paypal.begin(order, desk.till());
  return { start, order: { ...order, vendorId: start.vendorId } };
}

async function paid(changes = {}) {
  const { order } = await begun(changes);
  await vendor.pay(order.id);
  expect(await paypal.ask(order, desk.till())).toMatchObject({ state: 'paid' });
  return order;
}

const read = async (id: string) => paypal.read(noticeOf(await vendor.notification(id)), desk.till());
const refund = { id: 'refund_1', amount: 990, reason: 'damaged', notifyUrl: '' };

describe('An order at PayPal', () => {
  test('is approved on PayPal’s page, and the question after that takes the money once', async () => {
    const { start, order } = await begun();
    expect(start.payUrl).toMatch(/^https:\/\/www\.paypal\.com\//);
    expect(await paypal.ask(order, desk.till())).toMatchObject({ id: order.id, state: 'open', paid: undefined });
    await vendor.pay(order.id);
    expect(await read(order.id)).toMatchObject({ id: order.id, vendorId: order.vendorId, state: 'open' });
    const before = vendor.ledger().EUR?.received ?? 0;
    const reports = await Promise.all([1, 2, 3].map(() => paypal.ask(order, desk.till())));
    const facts = { id: order.id, vendorId: order.vendorId, state: 'paid', merchant: vendor.provider.clientId };
    for (const report of reports) expect(report).toMatchObject({ ...facts, paid: { amount: 1990, currency: 'EUR' } });
    expect(vendor.ledger().EUR?.received).toBe(before + 1990);
    expect(await read(order.id)).toEqual({ ...reports[0], refunded: undefined });
  });

  test('begins once, even if the answer was lost', async () => {
    const { start, order } = await begun();
    expect(await paypal.begin({ ...order, vendorId: '' }, desk.till())).toEqual(start);
    await expect(paypal.begin({ ...order, amount: 1 }, desk.till())).rejects.toThrow('payment-channel-failed');
  });

  test('goes back in parts, each part once, and never more than was paid', async () => {
    const order = await paid();
    const first = await paypal.refund?.(order, refund, desk.till());
    expect(first).toMatchObject({ state: 'done' });
    expect(await paypal.refund?.(order, refund, desk.till())).toEqual(first);
    for (const vendorId of ['', first?.vendorId ?? ''])
      expect(await paypal.askRefund?.(order, { ...refund, vendorId }, desk.till())).toEqual(first);
    expect(await paypal.ask(order, desk.till())).toMatchObject({ state: 'paid', refunded: 990 });
    await expect(paypal.refund?.(order, { ...refund, id: 'refund_2', amount: 1001 }, desk.till())).rejects.toThrow();
    await paypal.refund?.(order, { ...refund, id: 'refund_3', amount: 1000 }, desk.till());
    expect(await read(order.id)).toMatchObject({ id: order.id, state: 'refunded', refunded: 1990 });
  });

  test('gives no money after its end, even if its buyer approves it', async () => {
    const { order } = await begun();
    expect(await paypal.close(order, desk.till())).toMatchObject({ state: 'closed' });
    await vendor.pay(order.id);
    const closed = { ...order, expireTime: new Date() };
    expect(await paypal.ask(closed, desk.till())).toMatchObject({ state: 'closed', paid: undefined });
    expect(await paypal.close(await paid(), desk.till())).toMatchObject({ state: 'paid' });
  });

  test('fails with the words of PayPal', async () => {
    const { order } = await begun();
    await vendor.decline(order.id);
    const words = { state: 'failed', message: 'DECLINED_BY_RISK_FRAUD_FILTERS', paid: undefined };
    expect(await paypal.ask(order, desk.till())).toMatchObject(words);
    expect(await read(order.id)).toMatchObject({ id: order.id, ...words });
  });

  test.each([
    ['HUF', 105_000, 'HUF'],
    ['HUF', 105_050, undefined],
    ['TWD', 100, 'TWD'],
    ['JPY', 500, 'JPY'],
    ['KRW', 500, undefined],
  ] as const)('of %s may have the amount %i: %s', async (currency, amount, taken) => {
    if (taken)
      expect(await paypal.ask(await paid({ currency, amount }), desk.till())).toMatchObject({
        paid: { amount, currency },
      });
    else await expect(begun({ currency, amount })).rejects.toThrow(/payment-(amount|currency)-refused/);
  });
});

describe('A notification of PayPal', () => {
  /** Truly signed, so only the facts can tell. */
  const facts = ['lower-amount', 'other-currency'] as const;

  test.each(lies.filter((lie) => !facts.includes(lie as never)))('is refused if it is a lie: %s', async (lie) => {
    const sent = await vendor.lie((await paid()).id, lie);
    if (!sent) throw new Error('PayPal has each of them.');
    await expect(paypal.read(noticeOf(sent), desk.till())).rejects.toThrow('payment-notice-refused');
  });

  test.each(facts)('repeats what was signed, so that its facts can be compared: %s', async (lie) => {
    const order = await paid();
    const sent = await vendor.lie(order.id, lie);
    const report = sent && (await paypal.read(noticeOf(sent), desk.till()));
    expect(report).not.toMatchObject({ paid: { amount: order.amount, currency: order.currency } });
  });

  test('is refused if PayPal never sent it', async () => {
    const sent = await vendor.notification((await paid()).id);
    const headers = { ...sent.headers, 'paypal-transmission-id': 'd938e770-8046-11e6-8103-6b62a8a99ac4' };
    await expect(paypal.read(noticeOf({ ...sent, headers }), desk.till())).rejects.toThrow('payment-notice-refused');
  });

  test('about something else says nothing', async () => {
    const { order } = await begun();
    expect(await read(order.id)).toBeUndefined();
  });
});

describe('The token of PayPal', () => {
  test('is asked for once, and again before its end or with other keys', async () => {
    const own = await startPayPal();
    const asked: string[] = [];
    const { till, order, close } = openDesk({
      provider: own.provider,
      reroute(url) {
        asked.push(url.pathname);
        return own.reroute(url);
      },
    });
    const tokens = () => asked.filter((path) => path === '/v1/oauth2/token').length;
    await Promise.all([paypal.begin(order(), till()), paypal.begin(order(), till())]);
    expect(tokens()).toBe(1);
    await paypal.begin(order(), till({}, new Date(Date.now() + 32_400_000 - 60_000)));
    expect(tokens()).toBe(2);
    await expect(paypal.begin(order(), till({ clientSecret: 'other' }))).rejects.toThrow('payment-channel-failed');
    expect(tokens()).toBe(3);
    await close();
    await own.stop();
  });

  test('comes from the gateway that the provider names', async () => {
    const host = 'https://api-m.sandbox.paypal.com';
    const hosts: string[] = [];
    const { till, order, close } = openDesk({
      provider: { ...vendor.provider, host },
      reroute(url) {
        hosts.push(url.host);
        return vendor.reroute(new URL(url.pathname, 'https://api-m.paypal.com'));
      },
    });
    await paypal.begin(order(), till());
    expect(new Set(hosts)).toEqual(new Set(['api-m.sandbox.paypal.com']));
    await close();
  });
});

describe('A failure of PayPal', () => {
  test('is a refusal if nobody answers', async () => {
    const { order } = await begun();
    vendor.isAway = true;
    await expect(paypal.ask(order, desk.till()).finally(() => (vendor.isAway = false))).rejects.toMatchObject({
      code: 'payment-channel-failed',
    });
  });

  test('never repeats the secret', async () => {
    const refusal = await paypal
      .begin(desk.order(), desk.till({ clientSecret: 'wrong-secret' }))
      .catch((error) => error);
    expect(refusal).toMatchObject({ code: 'payment-channel-failed' });
    expect(JSON.stringify([refusal.params, refusal.reason])).not.toContain('wrong-secret');
  });
});
