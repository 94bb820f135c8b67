import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../harness/client.ts';
import { manyBuyers } from './buyers.ts';
import type { Ledger, Vendor } from './stand-ins/vendor.ts';
import { type Row, vendors } from './vendors/table.ts';
import { type Shop, startShop } from './world.ts';

/** What becomes of an order, in turns: some are told of twice, some never, and some vendors are away for a while. */
const fates = [
  'paid',
  'paid twice told',
  'paid untold',
  'declined',
  'left',
  'part refunded',
  'refunded',
  'forged',
  'away',
] as const;

async function live(
  shop: Shop,
  vendor: Vendor,
  order: { provider: string; product: string; payment: string },
  fate: string,
) {
  const { payment } = order;
  if (fate === 'left') return;
  if (fate === 'declined') {
    await vendor.decline(payment);
    await shop.notify(order, await vendor.notification(payment));
    return;
  }
  await vendor.pay(payment);
  if (fate === 'paid untold') return;
  if (fate === 'forged') {
    const lie = await vendor.lie(payment, 'other-key');
    // One address that lies too often is no longer read. It is not the vendor's.
    if (lie) await shop.notify(order, { ...lie, headers: { ...lie.headers, 'X-Forwarded-For': '203.0.113.9' } });
  }
  if (fate === 'away') {
    vendor.isAway = true;
    await shop.notify(order, await vendor.notification(payment));
    vendor.isAway = false;
    return;
  }
  const sent = await vendor.notification(payment);
  await Promise.all((fate === 'paid twice told' ? [sent, sent] : [sent]).map((each) => shop.notify(order, each)));
  if (!fate.includes('refunded')) return;
  const body = { reason: 'A test', ...(fate === 'part refunded' && { price: 1 }) };
  await shop.root.post('refund-payment', body, { query: { id: `admin/${payment}` } });
}

/** Sells to many buyers at several vendors, with failures, until nothing waits any more. Returns the money of both sides. */
export async function mixedOrders(count: number) {
  const stands: Record<string, Vendor> = {};
  let shop: Shop | undefined;
  const now = () => (shop as Shop).now();
  const rows = vendors.filter(({ lacks }) => !lacks);
  for (const { type, start } of rows) stands[type.replace(' ', '')] = await start({ now });
  shop = await startShop(stands, { settings: { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const buyers = await manyBuyers(shop.app, shop.root, 12);
  for (let at = 0; at < count; at++) await place(shop, at);
  await settle(shop);
  return { shop, theirs: theirMoney(stands), ours: await ourMoney(shop), states: await statesOf(shop) };

  async function place(open: Shop, at: number) {
    const provider = Object.keys(stands)[at % rows.length] as string;
    const product = `product-${at}`;
    const { currency } = rows[at % rows.length] as Row;
    await open.addProduct(product, { currency, price: 9.9, quantity: 1, providers: [provider] });
    const payment = await open.order(buyers[at % buyers.length] as Client, product, provider);
    await live(open, stands[provider] as Vendor, { provider, product, payment }, fates[at % fates.length] as string);
  }
}

const questions = ['orders-due', 'order-question', 'refunds-due', 'refund-question'];

/** Half an hour after the last order, the clock has asked and closed everything. */
async function settle(shop: Shop) {
  const waiting = async () => {
    const [orders] = await shop.app.db('payments').where({ state: 'Created' }).count({ count: '*' });
    const [refunds] = await shop.app.db('refunds').where({ state: 'pending' }).count({ count: '*' });
    return Number(orders?.count) + Number(refunds?.count);
  };
  const asking = async () => {
    const [row] = await shop.app.db('jobs.job').whereIn('name', questions).where('state', '<', 'completed').count();
    return Number(row?.count);
  };
  // A tick asks about some of them, and the next ones about the rest.
  for (let before = await waiting(), still = 0; before > 0 && still < 60; ) {
    shop.later(10 * 60_000);
    await shop.tick();
    while ((await asking()) > 0) await pause(100);
    const after = await waiting();
    still = after < before ? 0 : still + 1;
    before = after;
  }
}

const plus = (sums: Record<string, Ledger>, currency: string, { received, refunded }: Ledger) => {
  const sum = sums[currency] ?? { received: 0, refunded: 0 };
  sums[currency] = { received: sum.received + received, refunded: sum.refunded + refunded };
};

function theirMoney(stands: Record<string, Vendor>) {
  const sums: Record<string, Ledger> = {};
  for (const vendor of Object.values(stands))
    for (const [currency, ledger] of Object.entries(vendor.ledger())) plus(sums, currency, ledger);
  return sums;
}

async function ourMoney(shop: Shop) {
  const rows: { currency: string; received: string; refunded: string }[] = await shop.app
    .db('payments')
    .whereIn('state', ['Paid', 'Refunded'])
    .groupBy('currency')
    .select('currency')
    .sum({ received: 'amount', refunded: 'refunded_amount' });
  const sums: Record<string, Ledger> = {};
  for (const { currency, received, refunded } of rows)
    plus(sums, currency, { received: Number(received), refunded: Number(refunded) });
  return sums;
}

async function statesOf(shop: Shop): Promise<Record<string, number>> {
  const rows: { state: string; count: string }[] = await shop.app
    .db('payments')
    .groupBy('state')
    .select('state')
    .count({ count: '*' });
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}
