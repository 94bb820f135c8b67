import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGc } from '../stand-ins/gc.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';
import { type Shop, startShop } from '../world.ts';
import { invoiceDesk, ming, textOf } from './desk.ts';

let vendor: Vendor;
let gc: Vendor;
let shop: Shop;
let desk: ReturnType<typeof invoiceDesk>;

beforeAll(async () => {
  vendor = await startStripe({ now: () => shop.now() });
  gc = await startGc();
  shop = await startShop({ vendor, gc });
  desk = invoiceDesk(shop.app, shop.root);
  const { data } = (await shop.root.get('get-organization', { id: 'admin/built-in' })).body;
  const query = { id: 'admin/built-in' };
  await shop.root.post('update-organization', { ...data, invoiceTaxRate: 1900 }, { query });
  await shop.addProduct('ticket', { currency: 'USD', price: 10, providers: ['vendor'] });
  await shop.addProduct('course', { currency: 'CNY', price: 300, providers: ['gc'] });
});
afterAll(() => shop?.stop());

async function paid(product: string, provider: string, at: Vendor): Promise<string> {
  await shop.buy(shop.alice, product, provider);
  const name = String(at.orders().at(-1)?.id);
  await at.pay(name);
  await shop.notify({ product, provider, payment: name }, await at.notification(name));
  expect(await shop.payment(name)).toMatchObject({ state: 'Paid' });
  return name;
}

async function refunded(name: string, body: object, amount: number) {
  const query = { id: `admin/${name}` };
  expect((await shop.root.post('refund-payment', body, { query })).body).toMatchObject({ status: 'ok' });
  await expect
    .poll(async () => {
      const { refundedAmount } = await shop.payment(name);
      if (refundedAmount === amount) return true;
      shop.later(2 * 60_000);
      await shop.tick();
      return false;
    })
    .toBe(true);
}

test('each repayment after an invoice has a credit note, and together they take back exactly its tax', async () => {
  const name = await paid('ticket', 'vendor', vendor);
  expect(await desk.request(shop.alice, name, ming)).toMatchObject({ status: 'ok' });
  for (const [at, body] of [{ price: 3.33 }, { price: 3.33 }, {}].entries())
    await refunded(name, { ...body, reason: 'It rained' }, [333, 666, 1000][at] ?? 0);
  const [invoice, ...notes] = await desk.documents(shop.alice, name);
  expect(invoice).toMatchObject({ type: 'invoice', net: 8.4, tax: 1.6, gross: 10 });
  expect(notes).toHaveLength(3);
  const cents = (field: string) => notes.reduce((sum, note) => sum + Math.round(Number(note[field]) * 100), 0);
  expect({ net: cents('net'), tax: cents('tax'), gross: cents('gross') }).toEqual({ net: 840, tax: 160, gross: 1000 });
  const [note] = notes;
  expect(note).toMatchObject({ type: 'credit-note', corrects: invoice?.number, gross: 3.33 });
  const pdf = await desk.download(shop.alice, String(note?.url));
  const text = await textOf(new Uint8Array(await pdf.arrayBuffer()));
  for (const part of ['Credit note', invoice?.number, note?.number, '王小明', 'USD 3.33']) expect(text).toContain(part);
});

test('money that went back before the invoice has its credit note at once', async () => {
  const name = await paid('ticket', 'vendor', vendor);
  await refunded(name, { price: 4, reason: 'It rained' }, 400);
  expect(await desk.documents(shop.alice, name)).toEqual([]);
  await desk.request(shop.alice, name, ming);
  expect(await desk.documents(shop.alice, name)).toMatchObject([{ gross: 10 }, { type: 'credit-note', gross: 4 }]);
});

test('GC issues its own electronic invoice, and says first that it is under way', async () => {
  const name = await paid('course', 'gc', gc);
  const under = await desk.request(shop.alice, name, ming);
  expect(under).toMatchObject({ status: 'error', code: 'invoice-pending' });
  expect(under.msg).toContain('成功');
  const url = `https://pay.gc.example/invoices/${name}.pdf`;
  expect(await desk.issue(shop.alice, name)).toMatchObject({ status: 'ok', data: url });
  expect(await shop.payment(name)).toMatchObject({ invoiceUrl: url, personName: '王小明' });
  expect(await desk.documents(shop.alice, name)).toEqual([]);
});
