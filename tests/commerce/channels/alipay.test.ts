import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlipay } from '../stand-ins/alipay.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { newRefund, openCounter } from './counter.ts';

const forged = { code: 'payment-notice-refused' };
const refused = { code: 'payment-channel-failed' };

describe.each(['certs', 'plain'] as const)('Alipay with %s', (keys) => {
  let alipay: Vendor;
  let counter: ReturnType<typeof openCounter>;
  beforeAll(async () => {
    alipay = await startAlipay({ keys });
    counter = openCounter(alipay);
  });
  afterAll(async () => {
    await counter.close();
    await alipay.stop();
  });

  /** An order whose buyer has opened the page. */
  async function begun(changes: Parameters<typeof counter.order>[0] = {}) {
    const order = counter.order(changes);
    const { payUrl } = await counter.channel.begin(order, counter.till());
    await alipay.visit?.(payUrl);
    return order;
  }
  const ask = (order: Awaited<ReturnType<typeof begun>>) => counter.channel.ask(order, counter.till());

  test('an order begins with the page, and is paid, repaid in parts and never repaid too much', async () => {
    const order = counter.order();
    const { payUrl } = await counter.channel.begin(order, counter.till());
    expect(await ask(order)).toMatchObject({ id: order.id, state: 'open', vendorId: '' });
    await alipay.visit?.(payUrl);
    expect(await ask(order)).toMatchObject({ state: 'open', vendorId: expect.stringMatching(/^\d{28}$/) });
    await alipay.pay(order.id);

    const paid = {
      id: order.id,
      state: 'paid',
      paid: { amount: 990, currency: 'CNY' },
      merchant: alipay.provider.clientId,
    };
    expect(await counter.read(await alipay.notification(order.id))).toMatchObject(paid);
    expect(await ask(order)).toMatchObject(paid);

    const { refund, askRefund } = counter.channel;
    const part = newRefund(400);
    expect(await refund?.(order, part, counter.till())).toMatchObject({ state: 'done' });
    expect(await refund?.(order, part, counter.till())).toMatchObject({ state: 'done' });
    await expect(refund?.(order, { ...part, amount: 1 }, counter.till())).rejects.toMatchObject(refused);
    await expect(refund?.(order, newRefund(591), counter.till())).rejects.toMatchObject(refused);
    expect(await askRefund?.(order, { ...part, vendorId: '' }, counter.till())).toMatchObject({ state: 'done' });
    expect(await askRefund?.(order, { ...newRefund(1), vendorId: '' }, counter.till())).toMatchObject({
      state: 'failed',
    });
    expect(await counter.read(await alipay.notification(order.id))).toMatchObject({ state: 'paid', refunded: 400 });
    expect(await refund?.(order, newRefund(590), counter.till())).toMatchObject({ state: 'done' });
    expect(await ask(order)).toMatchObject({ state: 'refunded', refunded: 990 });
    expect(alipay.ledger()).toEqual({ CNY: { received: 990, refunded: 990 } });
  });

  test('the phone gets its own page', async () => {
    const order = await begun({ buyer: { device: 'phone' } });
    expect(alipay.orders()).toContainEqual({
      id: order.id,
      notifyUrl: order.notifyUrl,
      returnUrl: order.returnUrl,
      money: { amount: 990, currency: 'CNY' },
    });
  });

  test('a closed order takes no money, and a paid one cannot be closed', async () => {
    const closed = await begun();
    expect(await counter.channel.close(closed, counter.till())).toMatchObject({ state: 'closed', paid: undefined });
    await expect(alipay.pay(closed.id)).rejects.toThrow();
    const paid = await begun();
    await alipay.pay(paid.id);
    expect(await counter.channel.close(paid, counter.till())).toMatchObject({ state: 'paid' });
  });

  test('an order whose page nobody opened stays open until its end, because its address still works', async () => {
    const order = counter.order();
    await counter.channel.begin(order, counter.till());
    expect(await counter.channel.close(order, counter.till())).toMatchObject({ state: 'open' });
    const over = { ...order, expireTime: new Date(Date.now() - 1) };
    expect(await counter.channel.close(over, counter.till())).toMatchObject({ state: 'closed' });
    const { payUrl } = await counter.channel.begin(over, counter.till());
    await expect(alipay.visit?.(payUrl)).rejects.toThrow('ACQ.TRADE_HAS_CLOSE');
  });

  test.each(['other-key', 'unsigned', 'changed-amount', 'other-merchant', 'cut'] as const)(
    'a notification is refused: %s',
    async (lie) => {
      const order = await begun();
      await alipay.pay(order.id);
      const sent = await alipay.lie(order.id, lie);
      await expect(counter.read(sent ?? expect.fail())).rejects.toMatchObject(forged);
    },
  );

  test('a true notification of a lower amount says so', async () => {
    const order = await begun();
    await alipay.pay(order.id);
    const sent = await alipay.lie(order.id, 'lower-amount');
    expect(await counter.read(sent ?? expect.fail())).toMatchObject({ paid: { amount: 989 } });
  });

  test('an answer with another key than Alipay’s is refused, and so is silence', async () => {
    const order = await begun();
    const stranger = openCounter({ ...alipay, ...(await strangerKeys()) });
    await expect(stranger.channel.ask(order, stranger.till())).rejects.toMatchObject(refused);
    await stranger.close();
    alipay.isAway = true;
    await expect(ask(order)).rejects.toMatchObject(refused);
    alipay.isAway = false;
  });

  /** Our provider with the key of another Alipay. */
  async function strangerKeys() {
    const other = await startAlipay({ keys });
    await other.stop();
    return keys === 'certs'
      ? { cert: { ...alipay.cert, authorityPublicKey: other.cert?.authorityPublicKey } }
      : { provider: { ...alipay.provider, clientSecret2: other.provider.clientSecret2 } };
  }
});
