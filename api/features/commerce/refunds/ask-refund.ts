import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Refund } from '@doorwright/crds/kinds/refund.ts';
import { Refusal } from '../../../core/errors.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { orderRef } from '../orders/order-ref.ts';
import { resultNotice } from '../orders/pages.ts';
import { settleRefund } from './settle-refund.ts';

/** The channel of a payment, if its vendor gives money back. */
export async function refundCounter(deps: CommerceDeps, { provider, organization, type }: Payment) {
  const counter = await openTill(deps, provider, organization);
  const { refund, askRefund } = counter.channel;
  if (!refund || !askRefund) throw new Refusal('refund-unsupported', { type });
  return { till: counter.till, refund, askRefund };
}

/**
 * Sends a repayment to the vendor, or asks what became of it. Its ID makes a second try the same repayment. A vendor's refusal ends it; a
 * vendor that does not answer leaves it waiting.
 */
export async function sendRefund(deps: CommerceDeps, payment: Payment, refund: Refund): Promise<Refund> {
  const { till, ...channel } = await refundCounter(deps, payment);
  const { id, amount, reason, vendorId } = refund;
  const asked = { id, amount, reason, notifyUrl: resultNotice(deps.config, payment) };
  const report = vendorId
    ? await channel.askRefund(orderRef(payment), { ...asked, vendorId }, till)
    : await channel.refund(orderRef(payment), asked, till);
  if (report.state === 'pending' && report.vendorId !== vendorId)
    await deps.db(deps.store('refund').table).where({ owner: 'admin', id }).update({ vendor_id: report.vendorId });
  return settleRefund(deps, refund, report);
}
