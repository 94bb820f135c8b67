import { signOf } from '@doorwright/api/providers/payment/gc/message.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGc } from '../stand-ins/gc.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { openCounter } from './counter.ts';

const forged = { code: 'payment-notice-refused' };
const refused = { code: 'payment-channel-failed' };

const person = {
  ...{ personName: '张三', personIdCard: '110101199003074514', personEmail: 'a@b.example', personPhone: '13800138000' },
  ...{ invoiceType: 'Individual' as const, invoiceTitle: '张三', invoiceTaxId: '' },
};

test('the signature of a message is that of the protocol’s example', () => {
  const message = {
    data: 'eyJhIjoxfQ==',
    op: 'OrderCreate',
    requesttime: '20220701120000',
    version: '1.4',
    xmpch: 'X1',
  };
  expect(signOf(message, 'SECRET')).toBe('C917EA39E05AE4019761E83E57B7EEF9');
});

describe('GC', () => {
  let gc: Vendor;
  let counter: ReturnType<typeof openCounter>;
  beforeAll(async () => {
    gc = await startGc();
    counter = openCounter(gc);
  });
  afterAll(async () => {
    await counter.close();
    await gc.stop();
  });

  async function begun(amount = 990) {
    const order = counter.order({ amount });
    const { payUrl } = await counter.channel.begin(order, counter.till());
    expect(payUrl).toBe(`https://pay.gc.example/page/${order.id}`);
    return order;
  }

  test.each([1, 990, 30_000, 123_450])(
    'an order of %i fen is told as paid by a signed notification alone',
    async (amount) => {
      const order = await begun(amount);
      await gc.pay(order.id);
      const paid = { id: order.id, state: 'paid', paid: { amount, currency: 'CNY' }, merchant: 'X2026' };
      expect(await counter.read(await gc.notification(order.id))).toMatchObject(paid);
      expect(counter.channel.canBeAsked).toBe(false);
      expect(await counter.channel.ask(order, counter.till())).toMatchObject({ state: 'open', paid: undefined });
      expect(await counter.channel.close(order, counter.till())).toMatchObject({ state: 'closed', paid: undefined });
      expect(counter.channel.refund).toBeUndefined();
    },
  );

  test('another state than paid is a failure', async () => {
    const order = await begun();
    await gc.decline(order.id);
    const report = { state: 'failed', paid: undefined, message: 'order state 2' };
    expect(await counter.read(await gc.notification(order.id))).toMatchObject(report);
  });

  test.each(['other-key', 'unsigned', 'changed-amount', 'other-merchant', 'cut'] as const)(
    'a notification is refused: %s',
    async (lie) => {
      const order = await begun();
      await gc.pay(order.id);
      const sent = await gc.lie(order.id, lie);
      await expect(counter.read(sent ?? expect.fail())).rejects.toMatchObject(forged);
    },
  );

  test('the invoice of a paid order is under way, and then has an address', async () => {
    const order = await begun();
    const invoice = () => counter.channel.invoice?.(order, person, counter.till());
    await expect(invoice()).rejects.toMatchObject(refused);
    await gc.pay(order.id);
    expect(await invoice()).toEqual({ pending: '申请成功，开票中' });
    expect(await invoice()).toEqual({ url: `https://pay.gc.example/invoices/${order.id}.pdf` });
  });

  test('a used order number, a wrong key and silence are refused', async () => {
    const order = await begun();
    await expect(counter.channel.begin({ ...order, amount: 1 }, counter.till())).rejects.toMatchObject(refused);
    const stranger = openCounter({ ...gc, provider: { ...gc.provider, clientSecret: 'another' } });
    await expect(stranger.channel.begin(counter.order(), stranger.till())).rejects.toMatchObject(refused);
    await stranger.close();
    gc.isAway = true;
    await expect(counter.channel.begin(counter.order(), counter.till())).rejects.toMatchObject(refused);
    gc.isAway = false;
  });
});
