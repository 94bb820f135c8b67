import type { NewOrder } from '@doorwright/api/providers/payment/channel.ts';
import { channelOf } from '@doorwright/api/providers/payment/open-channel.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renewing } from '../plans/renewing.ts';
import type { BillingVendor } from '../stand-ins/billing.ts';
import { noticeOf, openDesk } from './desk.ts';

const hourMs = 3_600_000;

describe.each(renewing)('$type: a subscription', ({ startVendor }) => {
  let vendor: BillingVendor;
  let desk: ReturnType<typeof openDesk>;
  beforeAll(async () => {
    vendor = await startVendor();
    desk = openDesk(vendor);
  });
  afterAll(async () => {
    await desk.close();
    await vendor.stop();
  });

  const open = () => {
    const channel = channelOf(desk.till().provider);
    if (!channel.renewal) throw new Error('The channel renews.');
    return { channel, renewal: channel.renewal };
  };

  async function begun(changes: Partial<NewOrder> = {}) {
    const asked = { ...desk.order(changes), period: 'month' as const };
    const start = await open().renewal.begin(asked, desk.till());
    return { asked, start, order: { ...asked, vendorId: start.vendorId, renewal: 'first' as const } };
  }

  async function paid() {
    const { order } = await begun();
    await vendor.pay(order.id);
    const report = await open().channel.ask(order, desk.till());
    const ref = { id: report.renewal?.id ?? '', createdTime: order.createdTime };
    return { order, report, ref };
  }

  test('begins once with its order, even if the answer was lost', async () => {
    const { asked, start } = await begun();
    expect(await open().renewal.begin(asked, desk.till())).toEqual(start);
    await expect(open().renewal.begin({ ...asked, amount: 1 }, desk.till())).rejects.toThrow('payment-channel-failed');
  });

  test('takes only currencies and amounts of the service', async () => {
    const [currency, amount] = vendor.provider.type === 'PayPal' ? (['KRW', 500] as const) : (['KWD', 1_001] as const);
    await expect(begun({ currency, amount })).rejects.toThrow(/payment-(amount|currency)-refused/);
  });

  test('is paid with its first order, which tells of its cycle', async () => {
    const { order } = await begun();
    expect(await open().channel.ask(order, desk.till())).toMatchObject({ id: order.id, state: 'open' });
    await vendor.pay(order.id);
    const report = await open().channel.ask(order, desk.till());
    expect(report).toMatchObject({ state: 'paid', paid: { amount: 1990, currency: 'EUR' }, refunded: 0 });
    const ref = { id: report.renewal?.id ?? '', createdTime: order.createdTime };
    const { state, nextTime, cycles } = await open().renewal.ask(ref, desk.till());
    expect(state).toBe('active');
    expect(nextTime?.getTime()).toBeGreaterThan(Date.now());
    expect(cycles).toMatchObject([{ id: report.renewal?.cycle, paid: report.paid }]);
  });

  test('has a cycle for each charge, and a notification that names it', async () => {
    const { order, report, ref } = await paid();
    const [due] = [(await open().renewal.ask(ref, desk.till())).nextTime];
    const later = new Date((due?.getTime() ?? 0) + 2 * hourMs);
    const [sent] = vendor.advance(later).filter(({ body }) => body.includes(ref.id));
    if (!sent) throw new Error('The vendor tells of each charge.');
    expect(await open().channel.read(noticeOf(sent), desk.till())).toMatchObject({ about: 'renewal', id: ref.id });
    const { cycles } = await open().renewal.ask(ref, desk.till({}, later));
    expect(cycles).toHaveLength(2);
    const second = cycles.find(({ id }) => id !== report.renewal?.cycle);
    const cycle = { ...order, id: '20261129_120000_renewal', vendorId: second?.id ?? '', renewal: 'later' as const };
    expect(await open().channel.ask(cycle, desk.till({}, later))).toMatchObject({
      ...{ id: cycle.id, state: 'paid', paid: { amount: 1990, currency: 'EUR' } },
    });
  });

  test('gives the money of a cycle back once, and tells of it', async () => {
    const { order, report } = await paid();
    const { channel } = open();
    const refund = { id: `refund_${vendor.provider.type}`, amount: 1990, reason: 'damaged', notifyUrl: '' };
    const first = await channel.refund?.(order, refund, desk.till());
    expect(first).toMatchObject({ state: 'done' });
    expect(await channel.refund?.(order, refund, desk.till())).toEqual(first);
    expect(await channel.askRefund?.(order, { ...refund, vendorId: first?.vendorId ?? '' }, desk.till())).toEqual(
      first,
    );
    expect(await channel.ask(order, desk.till())).toMatchObject({ state: 'refunded', refunded: 1990 });
    const sent = vendor.cycleNotification(report.renewal?.cycle ?? '');
    expect(await channel.read(noticeOf(sent), desk.till())).toMatchObject({ cycle: report.renewal?.cycle });
  });

  test('is listed on the day of its payment, if the service lists payments', async () => {
    const { order, report } = await paid();
    const { paidOn } = open().channel;
    const today = new Date(new Date().toISOString().slice(0, 10));
    const listed = paidOn ? await Array.fromAsync(paidOn(today, desk.till())) : [];
    expect(listed.filter(({ id }) => id === order.id)).toMatchObject(
      paidOn ? [{ state: 'paid', paid: report.paid, renewal: report.renewal }] : [],
    );
  });

  test('ends once, also if it is asked to twice, and an unknown one is a refusal', async () => {
    const { ref } = await paid();
    for (let times = 0; times < 2; times++) await open().renewal.cancel(ref, desk.till());
    expect(await open().renewal.ask(ref, desk.till())).toMatchObject({ state: 'ended' });
    const unknown = { ...ref, id: 'nobody' };
    await expect(open().renewal.ask(unknown, desk.till())).rejects.toThrow('payment-channel-failed');
    await expect(open().renewal.cancel(unknown, desk.till())).rejects.toThrow('payment-channel-failed');
  });

  test('begins no more after the end of its order', async () => {
    const { order } = await begun();
    const over = { ...order, expireTime: new Date() };
    expect(await open().channel.close(over, desk.till())).toMatchObject({ state: 'closed' });
  });
});
