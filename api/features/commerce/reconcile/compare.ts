import { tableName } from '@doorwright/crds/derive/tables.ts';
import { payment as kind, type Payment } from '@doorwright/crds/kinds/payment.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import type { Report } from '../../../providers/payment/channel.ts';
import type { Counter } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { take } from '../orders/ask.ts';
import { orderRef } from '../orders/order-ref.ts';
import { differenceOf } from '../orders/settle.ts';

const table = tableName(kind);
const dayMs = 86_400_000;

const isSold = ({ state }: Payment) => state === 'Paid' || state === 'Refunded';

/** What we and the vendor say differently of a payment. Empty if nothing. */
function wordsOf(payment: Payment, report: Report, clientId: string): string {
  const said = differenceOf(payment, report, clientId);
  if (said) return said;
  const isPaid = report.state === 'paid' || report.state === 'refunded';
  if (isPaid !== isSold(payment)) return `${payment.type} says ${report.state}, and the payment is ${payment.state}`;
  const refunded = report.state === 'refunded' ? payment.amount : report.refunded;
  if (refunded === undefined || refunded === payment.refundedAmount) return '';
  const [theirs, ours] = [refunded, payment.refundedAmount].map((amount) => decimalOf({ ...payment, amount }));
  return `${payment.type} gave back ${theirs} ${payment.currency}, and the payment says ${ours}`;
}

/** The payments that a provider took on a day by our books. */
async function soldOn({ db, store }: CommerceDeps, provider: string, day: Date): Promise<Payment[]> {
  const rows = await db(table)
    .where({ provider, is_by_hand: false })
    .whereIn('state', ['Paid', 'Refunded'])
    .where('paid_time', '>=', day)
    .where('paid_time', '<', new Date(day.getTime() + dayMs));
  return rows.map((row) => store('payment').fromRow(row) as unknown as Payment);
}

/** Takes what the vendor says, which mends most differences, and tells those that stay. */
async function differenceAfter(deps: CommerceDeps, payment: Payment, report: Report, { till }: Counter) {
  const after = (await take(deps, payment, report, { till, cause: 'clock' })) ?? payment;
  return wordsOf(after, report, till.provider.clientId);
}

/**
 * Compares the payments of a day with the list of the vendor, both ways. Returns the words for each payment, empty where both agree. An account at a
 * vendor may serve other shops too, so orders that we do not know are none of ours.
 */
export async function compareDay(deps: CommerceDeps, counter: Counter, day: Date): Promise<Map<string, string>> {
  const { channel, till } = counter;
  const listed = new Map<string, Report>();
  if (channel.paidOn) for await (const report of channel.paidOn(day, till)) listed.set(report.id, report);
  const words = new Map<string, string>();
  for (const payment of await soldOn(deps, till.provider.name, day)) {
    const report = listed.get(payment.name) ?? (await channel.ask(orderRef(payment), till));
    listed.delete(payment.name);
    words.set(payment.name, await differenceAfter(deps, payment, report, counter));
  }
  for (const [name, report] of listed) {
    const payment = (await deps.store('payment').find(deps.db, 'admin', name)) as unknown as Payment | undefined;
    if (payment?.provider !== till.provider.name || payment.isByHand) continue;
    words.set(name, await differenceAfter(deps, payment, report, counter));
  }
  return words;
}
