import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { isNext, type Order, type Parts, shortened, type Term } from './term.ts';

/**
 * The period that a vendor's cycle has paid. A lower amount than the first order's gives a part of it, and a higher one no more. There is none for
 * money in another currency, beside another plan, and beside a plan without an end: an administrator decides about that money.
 */
export async function renewedTerm(
  { sql, store, now }: Parts,
  order: Order,
  found: Subscription | undefined,
  term: Term,
): Promise<Term | undefined> {
  if (found && (found.endDate === '' || (found.plan !== order.plan && !isNext(order, found, now)))) return;
  const first = (await store('payment').find(sql, 'admin', order.renewalOf)) as unknown as Payment | undefined;
  if (first?.currency !== order.currency) return;
  return order.amount < first.amount ? shortened(term, { amount: order.amount, full: first.amount }) : term;
}
