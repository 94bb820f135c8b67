import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lies, type Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';
import { vendors } from './table.ts';

describe.each(vendors)('$type: notifications', ({ currency, start, lacks = [] }) => {
  let vendor: Vendor;
  let shop: Shop;

  beforeAll(async () => {
    vendor = await start({ now: () => shop.now() });
    shop = await startShop({ vendor });
    for (const product of ['one', 'two', 'three', 'four', 'five', 'six']) await shop.addProduct(product, { currency });
  });
  afterAll(() => shop?.stop());

  const ordered = (product: string) => shop.order(shop.alice, product, 'vendor');
  const at = (product: string, payment: string) => ({ product, provider: 'vendor', payment });
  const stateOf = async (name: string) => (await shop.payment(name)).state;

  test('a notification that its vendor did not send for this order changes nothing, and is told', async () => {
    const open = await ordered('one');
    const paid = await ordered('two');
    await vendor.pay(paid);
    const tried = (await Promise.all(lies.map(async (lie) => [lie, await vendor.lie(paid, lie)] as const))).filter(
      ([, sent]) => sent !== undefined,
    );
    expect(tried.length).toBeGreaterThan(3);
    for (const [lie, sent] of tried) {
      await shop.notify(at('two', paid), sent as never);
      expect(await stateOf(paid), lie).toBe('Created');
    }
    // A true notification of another order, at this one's address.
    await shop.notify(at('one', open), await vendor.notification(paid));
    // At the address of another product.
    await shop.notify(at('one', paid), await vendor.notification(paid));
    expect(await stateOf(open)).toBe('Created');
    expect(await stateOf(paid)).toBe('Created');
    const refused = (await shop.events(paid)).filter(({ type }) => type === 'refused');
    expect(refused).toHaveLength(tried.length);
  });

  test('a notification of which a part is missing changes nothing', async () => {
    const name = await ordered('six');
    await vendor.pay(name);
    const whole = await vendor.notification(name);
    const start = (text: string, part: number) => text.slice(0, Math.floor((text.length * part) / 12));
    for (let part = 0; part < 12; part++) {
      const cut = { ...whole, body: start(whole.body, part), query: start(whole.query, part) };
      expect((await shop.notify(at('six', name), cut)).status, `${part} of 12`).toBeGreaterThanOrEqual(400);
      expect(await stateOf(name), `${part} of 12`).toBe('Created');
    }
  });

  test('true notifications count once, in any order, and a Paid payment stays so', async () => {
    const name = await ordered('three');
    const before = await vendor.notification(name).catch(() => undefined);
    await vendor.pay(name);
    const after = await vendor.notification(name);
    const answers = await Promise.all([1, 2, 3].map(() => shop.notify(at('three', name), after)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    if (before) await shop.notify(at('three', name), before);
    expect(await stateOf(name)).toBe('Paid');
    expect(await shop.product('three')).toMatchObject({ quantity: 49, sold: 1 });
    const changed = (await shop.events(name)).filter(({ type }) => type === 'changed');
    expect(changed.map(({ state }) => state)).toEqual(['Paid']);
  });

  test('a vendor that declines ends the order, and the piece goes back', async () => {
    const name = await ordered('four');
    await vendor.decline(name);
    await shop.notify(at('four', name), await vendor.notification(name));
    expect(['Error', 'Expired']).toContain(await stateOf(name));
    expect(await shop.product('four')).toMatchObject({ quantity: 50, sold: 0 });
  });

  if (lacks.includes('questions')) return;

  test('the waiting page learns of money by asking, without a notification', async () => {
    const name = await ordered('five');
    expect((await shop.confirm(shop.alice, name)).body.data).toMatchObject({ state: 'Created' });
    await vendor.pay(name);
    shop.later(5_000);
    expect((await shop.confirm(shop.alice, name)).body.data).toMatchObject({ state: 'Paid' });
  });
});
