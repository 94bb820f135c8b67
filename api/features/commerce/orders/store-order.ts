import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import { priceOf } from '@doorwright/crds/values/money.ts';
import { nameOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../../core/objects/history/records.ts';
import type { Sql } from '../../../db/knex.ts';
import { takePiece } from '../../../kinds/payment/stock.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { CommerceDeps } from '../deps.ts';
import type { Sale } from './buyable.ts';
import { orderName } from './order-name.ts';
import { nextQuestion, payWithinMs } from './pace.ts';

const table = tableName(kind);

/** Somebody who presses twice, or in two windows, means one order. */
const openOrderOf = ({ buyer, product, till }: Sale) =>
  `${buyer.owner}/${buyer.name} ${product.name} ${till.provider.name}`;

/** The order that waits for its payment. One with another price, or whose time is over, does not count. */
async function openOrder({ store }: CommerceDeps, sql: Sql, sale: Sale, now: Date): Promise<Payment | undefined> {
  const { amount, currency } = sale.price;
  const row = await sql(table)
    .where({ open_order: openOrderOf(sale), amount, currency })
    .where('expire_time', '>', now)
    .first();
  return row && (store('payment').fromRow(row) as unknown as Payment);
}

/** An order that does not count makes room. One that another press has just made stays. */
const makeRoom = (sql: Sql, sale: Sale, now: Date) =>
  sql(table)
    .where({ open_order: openOrderOf(sale) })
    .whereNot((same) => same.where({ ...sale.price }).where('expire_time', '>', now))
    .update({ open_order: '' });

function fieldsOf(sale: Sale, now: Date, language: string): Partial<Payment> {
  const { product, buyer, price, till } = sale;
  const expireTime = new Date(now.getTime() + payWithinMs);
  const name = orderName(now);
  return {
    ...{ owner: 'admin', name, displayName: name, createdTime: now.toISOString(), version: 1 },
    ...{ organization: buyer.owner, user: buyer.name, provider: till.provider.name, type: till.provider.type },
    ...{ productName: product.name, productDisplayName: product.displayName, detail: product.detail, tag: product.tag },
    ...{ currency: price.currency, price: priceOf(price), amount: price.amount, returnUrl: product.returnUrl },
    ...{ state: 'Created', holdsStock: true, openOrder: openOrderOf(sale), language },
    ...{ expireTime: expireTime.toISOString(), askTime: nextQuestion(now, 0, expireTime).toISOString() },
  };
}

/** Makes the order and takes its piece from the stock, both or neither. The vendor of an order that made room is still asked about it. */
export async function storeOrder(
  deps: CommerceDeps,
  context: RequestContext,
  sale: Sale,
  language: string,
): Promise<{ order: Payment; isNew: boolean }> {
  const { db, store, registry } = deps;
  const payments = registry.named('payment');
  return db.transaction(async (sql) => {
    const there = await openOrder(deps, sql, sale, context.now);
    if (there) return { order: there, isNew: false };
    await makeRoom(sql, sale, context.now);
    const row = store('payment').toRow(payments.schema.parse(fieldsOf(sale, context.now, language)));
    const [made] = await sql(table).insert(row).onConflict().ignore().returning('*');
    if (!made) {
      // Another press was faster.
      const faster = await openOrder(deps, sql, sale, context.now);
      if (!faster) throw new Refusal('busy');
      return { order: faster, isNew: false };
    }
    const order = store('payment').fromRow(made) as unknown as Payment;
    if (!(await takePiece(sql, sale.product.name))) throw new Refusal('product-sold-out');
    const work = { ...deps, sql, now: context.now, caller: context.caller };
    await addLine(work, order, { type: 'placed', cause: 'person', by: nameOf(context.caller) });
    await recordWrite(work, context, { kind: payments, object: { ...order } });
    return { order, isNew: true };
  });
}
