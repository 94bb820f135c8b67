import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { givePeriod } from '../subscription/give-period.ts';
import { takePeriod } from '../subscription/take-period.ts';
import { moveStock } from './stock.ts';

/**
 * Moves what an order is for along with its state: a piece of the stock, or a period of a subscription. Returns what the order keeps of it. An order that
 * has given its period gives no second one.
 */
export async function moveGoods(
  parts: Pick<Work, 'sql' | 'store' | 'now'>,
  context: RequestContext,
  order: Payment,
  to: PaymentState,
): Promise<Partial<Payment>> {
  if (!order.plan) return { holdsStock: await moveStock(parts.sql, order, to) };
  if (to === 'Paid') return order.periodEnd ? {} : givePeriod(parts, context, order);
  return order.periodEnd ? takePeriod(parts, context, order) : {};
}
