import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import { priceOf } from '@doorwright/crds/values/money.ts';
import { nameOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { recordWrite } from '../../../core/objects/history/records.ts';
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

const asPayment = (deps: CommerceDeps, row: Record<string, unknown> | undefined): Payment | undefined =>
  row && (deps.store('payment').fromRow(row) as unknown as Payment);

/** The order that waits for its payment, if it still has the product's price. */
export async function openOrder(deps: CommerceDeps, sql: Sql, sale: Sale): Promise<Payment | undefined> {
  const found = asPayment(
    deps,
    await sql(table)
      .where({ open_order: openOrderOf(sale) })
      .first(),
  );
  const isSame = found?.amount === sale.price.amount && found.currency === sale.price.currency;
  return isSame && Date.parse(found.expireTime) > deps.now().getTime() ? found : undefined;
}

const fieldsOf = (sale: Sale, now: Date, language: string): Partial<Payment> => {
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
};

/**
 * Makes the order and takes its piece from the stock, both or neither. An order that waits with another price or whose time is over makes
 * room: its vendor is still asked about it.
 */
export async function storeOrder(
  deps: CommerceDeps,
  context: RequestContext,
  sale: Sale,
  language: string,
): Promise<{ order: Payment; isNew: boolean }> {
  const { db, store } = deps;
  const kindOfPayments = deps.registry.named('payment');
  return db.transaction(async (sql) => {
    const there = await openOrder(deps, sql, sale);
    if (there) return { order: there, isNew: false };
    await sql(table)
      .where({ open_order: openOrderOf(sale) })
      .update({ open_order: '' });
    const row = store('payment').toRow(kindOfPayments.schema.parse(fieldsOf(sale, context.now, language)));
    const [made] = await sql(table).insert(row).onConflict().ignore().returning('*');
    const order = asPayment(deps, made);
    // Another press was faster.
    if (!order) {
      const faster = await openOrder(deps, sql, sale);
      if (faster) return { order: faster, isNew: false };
      throw new Refusal('busy');
    }
    if (!(await takePiece(sql, sale.product.name))) throw new Refusal('product-sold-out');
    const work = { sql, store, now: context.now };
    await addLine(work, order, { type: 'placed', cause: 'person', by: nameOf(context.caller) });
    await recordWrite({ ...deps, ...work, caller: context.caller }, context, {
      kind: kindOfPayments,
      object: { ...order },
    });
    return { order, isNew: true };
  });
}
