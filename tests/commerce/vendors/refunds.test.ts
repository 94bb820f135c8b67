import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';
import { vendors } from './table.ts';

describe.each(vendors.filter(({ lacks }) => !lacks?.includes('repayments')))(
  '$type: repayments',
  ({ currency, start }) => {
    let vendor: Vendor;
    let shop: Shop;

    beforeAll(async () => {
      vendor = await start({ now: () => shop.now() });
      shop = await startShop({ vendor });
      await shop.addProduct('ticket', { currency, price: 10 });
    });
    afterAll(() => shop?.stop());

    async function paid(): Promise<string> {
      const name = await shop.order(shop.alice, 'ticket', 'vendor');
      await vendor.pay(name);
      await shop.notify({ product: 'ticket', provider: 'vendor', payment: name }, await vendor.notification(name));
      expect(await shop.payment(name)).toMatchObject({ state: 'Paid' });
      return name;
    }
    const refund = async (name: string, body: object) =>
      (await shop.root.post('refund-payment', body, { query: { id: `admin/${name}` } })).body;

    test('parts go back until nothing is left, and the whole sale is then undone', async () => {
      const name = await paid();
      expect(await shop.product('ticket')).toMatchObject({ quantity: 49, sold: 1 });
      const first = { id: 'first', price: 3, reason: 'It rained' };
      expect(await refund(name, first)).toMatchObject({ status: 'ok', data: { price: 3, currency } });
      // The same ID is the same repayment.
      expect(await refund(name, first)).toMatchObject({ status: 'ok', data: { price: 3 } });
      await settled(name, 1);
      expect(await shop.payment(name)).toMatchObject({ state: 'Paid', refundedAmount: 300 });
      expect(await refund(name, { price: 7.01, reason: 'Too much' })).toMatchObject({ code: 'refund-too-much' });
      expect(await refund(name, { reason: 'All of it' })).toMatchObject({ status: 'ok', data: { price: 7 } });
      await settled(name, 2);
      expect(await shop.payment(name)).toMatchObject({ state: 'Refunded', refundedAmount: 1000 });
      expect(await shop.product('ticket')).toMatchObject({ quantity: 50, sold: 0 });
      expect(await refund(name, { reason: 'Once more' })).toMatchObject({ code: 'payment-not-paid' });
      expect(vendor.ledger()).toEqual({ [currency]: { received: 1000, refunded: 1000 } });
    });

    test('two administrators who give everything back at once give it back once', async () => {
      const name = await paid();
      const answers = await Promise.all([1, 2].map(() => refund(name, { reason: 'Cancelled' })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['error', 'ok']);
      await settled(name, 1);
      expect(vendor.ledger()[currency]).toEqual({ received: 2000, refunded: 2000 });
    });

    test('a vendor that is away keeps the repayment, and gets it later, once', async () => {
      const name = await paid();
      vendor.isAway = true;
      expect(await refund(name, { id: 'later', reason: 'Cancelled' })).toMatchObject({ status: 'error' });
      vendor.isAway = false;
      shop.later(2 * 60_000);
      await shop.tick();
      await settled(name, 1);
      expect(await shop.payment(name)).toMatchObject({ state: 'Refunded' });
      expect(vendor.ledger()[currency]).toEqual({ received: 3000, refunded: 3000 });
    });

    async function settled(name: string, count: number) {
      const done = async () => {
        const { data } = (await shop.root.get('get-payment-refunds', { id: `admin/${name}` })).body;
        if (data.some(({ state }: { state: string }) => state === 'pending')) {
          shop.later(2 * 60_000);
          await shop.tick();
        }
        return data.filter(({ state }: { state: string }) => state === 'done').length;
      };
      await expect.poll(done).toBe(count);
    }
  },
);
