import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lies, type Notification, type Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';
import { vendors } from './table.ts';

/** Their notifications go to one address for all orders of an account. */
const withOneAddress = vendors.filter(({ type }) => type === 'PayPal' || type === 'Stripe');

describe.each(withOneAddress)('$type: the address of an account', ({ currency, start }) => {
  let vendor: Vendor;
  let shop: Shop;

  beforeAll(async () => {
    vendor = await start({ now: () => shop.now() });
    shop = await startShop({ vendor, other: vendor });
    await shop.addProduct('ticket', { currency });
  });
  afterAll(() => shop?.stop());

  const ordered = () => shop.order(shop.alice, 'ticket', 'vendor');
  const notify = (sent: Notification, provider = 'vendor') => shop.notify({ provider }, sent);

  test('a true notification finds its order, and no lie does', async () => {
    const name = await ordered();
    await vendor.pay(name);
    for (const lie of lies) {
      const sent = await vendor.lie(name, lie);
      expect(sent && (await notify(sent)).status, lie).toBe(400);
    }
    expect(await shop.payment(name)).toMatchObject({ state: 'Created' });
    expect((await notify(await vendor.notification(name))).status).toBe(200);
    expect(await shop.payment(name)).toMatchObject({ state: 'Paid' });
  });

  test('an order of another provider with the same account is none of ours', async () => {
    const name = await ordered();
    await vendor.pay(name);
    const sent = await vendor.notification(name);
    expect((await notify(sent, 'other')).status).toBe(200);
    expect(await shop.payment(name)).toMatchObject({ state: 'Created' });
  });

  test('a provider that nobody has takes nothing', async () => {
    const name = await ordered();
    expect(await (await notify(await vendor.notification(name), 'nobody')).json()).toMatchObject({
      code: 'payment-provider-missing',
    });
  });
});
