import { randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { refund as kind, type Refund } from '@doorwright/crds/kinds/refund.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { nameOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import { lockPayment } from '../../../kinds/payment/change-state.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { CommerceDeps } from '../deps.ts';

const table = tableName(kind);

/** A process that ends before it asked the vendor leaves the repayment to the clock. */
const askedAfterMs = 60_000;

export interface AskedRefund {
  /** The sender's own ID. The same ID is the same repayment. */
  id: string;
  /** In the smallest unit. Undefined for all that is left. */
  amount: number | undefined;
  reason: string;
}

/** Stores a repayment that the money of the payment still allows. Waiting ones count as if they were done. */
export async function startRefund(
  deps: CommerceDeps,
  context: RequestContext,
  name: string,
  { id, amount, reason }: AskedRefund,
): Promise<Refund> {
  const { db, store } = deps;
  return db.transaction(async (sql) => {
    const work = { sql, store, now: context.now };
    const payment = (await lockPayment(work, name)) as Payment;
    const refundId = id || randomUUID().replaceAll('-', '');
    const there = (await store('refund').find(sql, 'admin', refundId)) as unknown as Refund | undefined;
    if (there?.payment === name) return there;
    if (there) throw new Refusal('refund-id-used');
    if (payment.state !== 'Paid') throw new Refusal('payment-not-paid', { state: payment.state });
    if (payment.isByHand) throw new Refusal('refund-by-hand');
    const waiting = await sql(table).where({ payment: name, state: 'pending' }).sum({ amount: 'amount' }).first();
    const left = payment.amount - payment.refundedAmount - Number(waiting?.amount ?? 0);
    const wanted = amount ?? left;
    if (wanted <= 0 || wanted > left)
      throw new Refusal('refund-too-much', {
        left: decimalOf({ ...payment, amount: left }),
        currency: payment.currency,
      });
    const by = nameOf(context.caller);
    const made = (await store('refund').insert(sql, {
      ...{ owner: 'admin', id: refundId, createdTime: context.now.toISOString(), version: 1, payment: name },
      ...{ organization: payment.organization, amount: wanted, currency: payment.currency, reason, requestedBy: by },
      ...{ state: 'pending', askTime: new Date(context.now.getTime() + askedAfterMs).toISOString() },
    })) as unknown as Refund;
    const words = `${decimalOf(made)} ${made.currency}: ${reason}`;
    await addLine(work, payment, { type: 'refund', cause: 'person', by, words });
    await record(work, context, { organization: payment.organization, object: `payment admin/${name}`, reason: words });
    return made;
  });
}
