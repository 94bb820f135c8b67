import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { PaymentEvent } from '@doorwright/crds/kinds/payment-event.ts';
import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { changeState, lockPayment, writePayment } from '../../../kinds/payment/change-state.ts';
import { mayFollow } from '../../../kinds/payment/order-states.ts';
import { addLine } from '../../../kinds/payment/timeline.ts';
import type { Report, VendorState } from '../../../providers/payment/channel.ts';
import { contextOfShop } from '../context.ts';
import type { CommerceDeps } from '../deps.ts';
import { creditRefunds } from '../invoices/credit-refunds.ts';
import { cycleKey } from './cycle-key.ts';

const stateOf: Readonly<Record<VendorState, PaymentState>> = {
  open: 'Created',
  paid: 'Paid',
  failed: 'Error',
  closed: 'Expired',
  refunded: 'Refunded',
};

/** What a report says about another order than ours, in words for administrators. Empty if everything is equal. */
export function differenceOf(payment: Payment, { id, paid, merchant }: Report, clientId: string): string {
  if (id !== payment.name) return `the order is ${id}`;
  if (merchant && clientId && merchant !== clientId) return `the merchant is ${merchant}`;
  if (!paid) return '';
  return paid.amount === payment.amount && paid.currency === payment.currency
    ? ''
    : `${decimalOf(paid)} ${paid.currency} instead of ${decimalOf(payment)} ${payment.currency}`;
}

/** A paid first period has begun a subscription at the vendor, so the clock asks about that from now on. */
const begunRenewal = ({ type, renewalAskTime }: Payment, { renewal }: Report, now: Date): Partial<Payment> =>
  renewal && !renewalAskTime
    ? {
        renewalId: renewal.id,
        renewalCycle: cycleKey({ type }, renewal.cycle),
        renewalAskTime: now.toISOString(),
      }
    : {};

/**
 * Takes the word of a vendor about an order that differs in nothing. A report of an older state changes nothing: a payment that is Paid
 * stays so. Returns the payment afterwards.
 */
export async function settle(
  deps: CommerceDeps,
  name: string,
  report: Report,
  cause: PaymentEvent['cause'],
): Promise<Payment | undefined> {
  return deps.db.transaction(async (sql) => {
    const work = { sql, store: deps.store, now: deps.now() };
    const before = await lockPayment(work, name);
    // A person has taken the state into their hands.
    if (!before || before.isByHand) return before;
    const context = contextOfShop(work.now, 'settle-payment');
    const reached = stateOf[report.state];
    const vendorId = report.vendorId || before.vendorId;
    const words = report.message;
    let payment = before;
    const isPaid = reached === 'Paid' || reached === 'Refunded';
    if (isPaid && mayFollow(payment.state, 'Paid')) {
      const renewal = begunRenewal(before, report, work.now);
      const fields = { paidTime: work.now.toISOString(), vendorId, message: '', ...renewal };
      payment = await changeState(work, context, payment, { to: 'Paid', cause, words, fields });
    } else if (!isPaid && payment.state === 'Created' && reached !== 'Created') {
      const fields = { vendorId, message: words };
      payment = await changeState(work, context, payment, { to: reached, cause, words, fields });
    }
    const after = await followRefund(payment);
    await creditRefunds(work, context, after);
    return after;

    /** Money that went back is told, whether we or somebody at the vendor sent it. */
    async function followRefund(paid: Payment): Promise<Payment> {
      const refunded = report.state === 'refunded' ? paid.amount : Math.min(report.refunded ?? 0, paid.amount);
      if (paid.state !== 'Paid' || refunded <= paid.refundedAmount) return paid;
      const fields = { refundedAmount: refunded };
      if (refunded === paid.amount) return changeState(work, context, paid, { to: 'Refunded', cause, words, fields });
      await addLine(work, paid, { type: 'refund', cause, words: decimalOf({ ...paid, amount: refunded }) });
      return writePayment(work, paid, fields);
    }
  });
}
