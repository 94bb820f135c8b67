import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { product } from '@doorwright/crds/kinds/product.ts';
import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import type { Sql } from '../../db/knex.ts';
import { holdsPiece } from './order-states.ts';

/** Changes the stock, and the version with it: an editor that was open before must not write an old number of pieces. */
const changeStock = (sql: Sql, name: string, { pieces, sold }: { pieces: number; sold: number }) =>
  sql(tableName(product))
    .where({ owner: 'admin', name })
    .update({
      quantity: sql.raw('GREATEST(quantity + ?, 0)', [pieces]),
      sold: sql.raw('GREATEST(sold + ?, 0)', [sold]),
      version: sql.raw('version + 1'),
    });

/** Takes one piece. Tells whether there was one. */
export async function takePiece(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql(tableName(product))
    .where({ owner: 'admin', name })
    .where('quantity', '>', 0)
    .update({ quantity: sql.raw('quantity - 1'), version: sql.raw('version + 1') })
    .returning('name');
  return row !== undefined;
}

/** Moves stock and sales along with the state of an order. Returns whether the order has a piece afterwards. */
export async function moveStock(
  sql: Sql,
  { productName, state, holdsStock }: Pick<Payment, 'productName' | 'state' | 'holdsStock'>,
  to: PaymentState,
): Promise<boolean> {
  const isHeld = holdsPiece(to) && (holdsStock || (await takePiece(sql, productName)));
  const pieces = holdsStock && !isHeld ? 1 : 0;
  const sold = Number(to === 'Paid') - Number(state === 'Paid');
  if (pieces !== 0 || sold !== 0) await changeStock(sql, productName, { pieces, sold });
  return isHeld;
}
