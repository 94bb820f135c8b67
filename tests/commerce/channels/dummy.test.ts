import type { NewOrder } from '@doorwright/api/providers/payment/channel.ts';
import { dummy } from '@doorwright/api/providers/payment/dummy/dummy.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { noticeOf, openDesk } from './desk.ts';

const desk = openDesk({ provider: { type: 'Dummy', clientId: 'shop' }, reroute: (url) => url });
afterAll(() => desk.close());

/** What Dummy says of an order some seconds after it was placed. */
const asked = (order: NewOrder, appId: string, seconds = 0) =>
  dummy.ask(order, desk.till({ appId }, new Date(order.createdTime.getTime() + seconds * 1000)));

describe('An order at Dummy', () => {
  test('leads to its result at once', async () => {
    const order = desk.order();
    expect(await dummy.begin(order, desk.till())).toMatchObject({ payUrl: order.returnUrl });
  });

  test.each([
    ['', 0, { state: 'paid', paid: { amount: 1990, currency: 'EUR' } }],
    ['succeed', 0, { state: 'paid', paid: { amount: 1990, currency: 'EUR' } }],
    ['fail', 0, { state: 'failed', paid: undefined }],
    ['delay', 29, { state: 'open', paid: undefined }],
    ['delay', 31, { state: 'paid', paid: { amount: 1990, currency: 'EUR' } }],
    ['lie', 0, { state: 'paid', paid: { amount: 1989, currency: 'EUR' } }],
  ])('has the outcome that its provider names: %s after %i seconds', async (appId, seconds, report) => {
    const order = desk.order();
    expect(await asked(order, appId, seconds)).toMatchObject({ id: order.id, merchant: 'shop', ...report });
  });

  test('is not paid after its end', async () => {
    const order = desk.order({ expireTime: new Date(Date.now() + 10_000) });
    expect(await asked(order, 'delay', 60)).toMatchObject({ state: 'closed', paid: undefined });
    expect(await dummy.close(desk.order(), desk.till({ appId: 'delay' }))).toMatchObject({ state: 'closed' });
  });

  test('goes back, but no more than was paid', async () => {
    const order = desk.order();
    const refund = { id: 'refund_1', amount: 990, reason: '', notifyUrl: '' };
    expect(await dummy.refund?.(order, refund, desk.till())).toMatchObject({ state: 'done' });
    await expect(dummy.refund?.(order, { ...refund, amount: 1991 }, desk.till())).rejects.toThrow();
  });

  test('is refused with an outcome that nobody knows', async () => {
    await expect(dummy.begin(desk.order(), desk.till({ appId: 'perhaps' }))).rejects.toThrow('payment-channel-failed');
  });
});

test('Dummy sends no notifications, so each one is refused', async () => {
  const notice = noticeOf({ method: 'POST', headers: {}, query: '', body: '' });
  await expect(dummy.read(notice, desk.till())).rejects.toThrow('payment-notice-refused');
});
