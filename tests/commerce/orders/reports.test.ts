import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Shop, startShop } from '../world.ts';

let shop: Shop;
const sale = { organization: 'acme', user: 'alice', state: 'Paid', confirmation: 'Cash' };

beforeAll(async () => {
  shop = await startShop({});
  const { root } = shop;
  await add(root, 'payment', { name: 'one', ...sale, currency: 'USD', price: 0.1 });
  await add(root, 'payment', { name: 'two', ...sale, currency: 'USD', price: 0.2, message: '=1+1' });
  await add(root, 'payment', { name: 'three', ...sale, currency: 'JPY', price: 300 });
  await add(root, 'payment', { name: 'four', ...sale, currency: 'USD', price: 5, state: 'Refunded' });
  await add(root, 'payment', { name: 'unknown', ...sale, currency: 'USD', price: 1000, confirmation: '' });
  await add(root, 'payment', { name: 'elsewhere', ...sale, organization: 'built-in', user: 'admin', price: 7 });
});
afterAll(() => shop?.stop());

test('payments add up by currency and state, to the cent, and those by hand count once somebody confirms them', async () => {
  const { body } = await shop.acme.admin.get('get-payment-totals');
  expect(body.data).toEqual([
    { currency: 'JPY', state: 'Paid', payments: 1, price: '300', refunded: '0' },
    { currency: 'USD', state: 'Paid', payments: 2, price: '0.30', refunded: '0.00' },
    { currency: 'USD', state: 'Refunded', payments: 1, price: '5.00', refunded: '0.00' },
  ]);
  expect(body.data2).toBe(1);
});

test('totals follow the search of the list', async () => {
  const { body } = await shop.root.get('get-payment-totals', { field: 'currency', value: 'JPY' });
  expect(body.data).toEqual([{ currency: 'JPY', state: 'Paid', payments: 1, price: '300', refunded: '0' }]);
});

test('S52 sums and files of payments are for administrators, each for their own organization', async () => {
  for (const call of ['get-payment-totals', 'export-payments']) {
    expect((await shop.alice.get(call)).body.code).toBe('unauthorized');
    expect((await shop.app.anonymous.get(call)).body.code).toBe('sign-in-first');
  }
  const own = (await shop.acme.admin.get('export-payments')).text;
  expect(own).toContain('"three"');
  expect(own).not.toContain('elsewhere');
  expect((await shop.root.get('export-payments')).text).toContain('"elsewhere"');
});

test('the file has decimals with all places, runs no formula, and leaves a record', async () => {
  const { headers, text } = await shop.acme.admin.get('export-payments', { field: 'name', value: 'two' });
  expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
  const [head = '', line = ''] = text.replace(/^\uFEFF/, '').split('\r\n');
  expect(head).toContain('"currency","price","refunded","state","isByHand","confirmation"');
  expect(line).toContain('"USD","0.20","0.00","Paid","true","Cash"');
  expect(line).toContain(`"'=1+1"`);
  const records = (await shop.root.get('get-records', { field: 'action', value: 'export-payments' })).body.data;
  expect(records.length).toBeGreaterThan(0);
});
