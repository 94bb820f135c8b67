import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { Refusal } from '../../../core/errors.ts';
import { openTill } from '../channels/till.ts';
import type { CommerceDeps } from '../deps.ts';
import { orderRef } from '../orders/order-ref.ts';

/** The address of the vendor's electronic invoice. Undefined if the vendor issues none, so that ours is the invoice. */
export async function vendorInvoice(deps: CommerceDeps, payment: Payment): Promise<string | undefined> {
  // The vendor knows nothing of a payment by hand.
  if (payment.isByHand) return undefined;
  const { channel, till } = await openTill(deps, payment.provider, payment.organization);
  const answer = await channel.invoice?.(orderRef(payment), payment, till);
  if (!answer) return undefined;
  if ('pending' in answer) throw new Refusal('invoice-pending', { words: answer.pending || '申请成功，正在开票中' });
  return answer.url;
}
