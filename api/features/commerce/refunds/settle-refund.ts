import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { refund as kind, type Refund } from '@doorwright/crds/kinds/refund.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { record } from '../../../core/objects/history/records.ts';
import { changeState, lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { RefundReport } from '../../../providers/payment/channel.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { creditRefunds } from '../invoices/credit-refunds.ts';

const table = tableName(kind);

/** Takes the word of a vendor about a repayment, once. */
export async function settleRefund(deps: CommerceDeps, { id }: Refund, report: RefundReport): Promise<Refund> {
  const { db, store } = deps;
  return db.transaction(async (sql) => {
    const found = (await store('refund').find(sql, 'admin', id)) as unknown as Refund;
    const work = { sql, store, now: deps.now() };
    const payment = (await lockPayment(work, found.payment)) as Payment;
    const before = (await store('refund').find(sql, 'admin', id, 'forUpdate')) as unknown as Refund;
    if (before.state !== 'pending' || report.state === 'pending') return before;
    const change = {
      state: report.state,
      vendorId: report.vendorId,
      message: report.message,
      endTime: work.now.toISOString(),
    };
    await sql(table)
      .where({ owner: 'admin', id })
      .update(store('refund').toRow({ ...change, askTime: '' }));
    if (report.state === 'done') await countRefund();
    else await addLine(work, payment, { type: 'refund', cause: 'question', words: report.message });
    return { ...before, ...change, askTime: '' };

    /** A report about the payment may have counted this money already. */
    async function countRefund() {
      const row = await sql(table).where({ payment: payment.name, state: 'done' }).sum({ amount: 'amount' }).first();
      const refundedAmount = Math.max(payment.refundedAmount, Number(row?.amount ?? 0));
      const context = contextOfShop(work.now, 'refund-payment');
      const words = `${decimalOf(before)} ${before.currency}`;
      if (payment.state === 'Paid' && refundedAmount >= payment.amount) {
        const after = await changeState(work, context, payment, {
          to: 'Refunded',
          cause: 'question',
          words,
          fields: { refundedAmount },
        });
        await creditRefunds(work, context, after, id);
        return;
      }
      if (refundedAmount === payment.refundedAmount) return;
      const after = await writePayment(work, payment, { refundedAmount });
      await creditRefunds(work, context, after, id);
      await addLine(work, payment, { type: 'refund', cause: 'question', words });
      await record(work, context, {
        ...{ organization: payment.organization, object: `payment admin/${payment.name}`, event: 'payment-refunded' },
        changes: [{ field: 'refundedAmount', before: String(payment.refundedAmount), after: String(refundedAmount) }],
      });
    }
  });
}
