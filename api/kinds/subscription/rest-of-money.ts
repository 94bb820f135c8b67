import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type Payment, payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { Currency } from '@doorwright/crds/values/currencies.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { idOf } from './find.ts';

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;

const table = tableName(payment);

const paidAhead = ({ sql, now }: Parts, subscription: Subscription) =>
  sql(table)
    .where({ subscription: idOf(subscription), state: 'Paid' })
    .where('period_end', '>', now);

/** The worth of one period from now to its end: its share of the money, without what went back, and rounded down. */
function worthOf({ amount, credit, refundedAmount, periodStart, periodEnd }: Payment, now: Date): number {
  const [start, end] = [Date.parse(periodStart), Date.parse(periodEnd)];
  const rest = BigInt(end - Math.max(start, now.getTime()));
  return Number((BigInt(amount + credit - refundedAmount) * rest) / BigInt(end - start));
}

/** What the rest of the paid time is worth, in the smallest unit of a currency. Time that was paid in another currency is worth nothing in it. */
export async function restOfMoney(parts: Parts, subscription: Subscription, currency: Currency): Promise<number> {
  const rows = await paidAhead(parts, subscription).where({ currency });
  const payments = rows.map((row) => parts.store('payment').fromRow(row) as unknown as Payment);
  return payments.reduce((sum, each) => sum + worthOf(each, parts.now), 0);
}

/** Ends all paid periods now, because their rest has paid for another plan. */
export async function spendRest(parts: Parts, subscription: Subscription): Promise<void> {
  const { sql, now } = parts;
  await paidAhead(parts, subscription).update({
    period_end: sql.raw('GREATEST(period_start, ?)', [now]),
    version: sql.raw('version + 1'),
  });
}
