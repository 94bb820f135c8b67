import type { z } from 'zod';
import { type OrderRef, type RefundOrder, type RefundReport, refusedBy, type Till } from '../channel.ts';
import { ask } from './gateway.ts';
import { writtenOf } from './money.ts';
import { fetchOrder, paymentsOf, refundForm } from './order.ts';
import { captureOfPeriod } from './period.ts';

const states: Readonly<Record<string, RefundReport['state']>> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

const reportOf = ({ id, status, status_details }: z.output<typeof refundForm>): RefundReport => ({
  state: states[status] ?? 'pending',
  vendorId: id,
  message: status_details.reason,
});

/** PayPal lists no refunds of a subscription's payment. Its request IDs last for 45 days, which is longer than we try. */
async function foundOfPeriod(order: OrderRef, till: Till) {
  const id = await captureOfPeriod(order, till);
  return { capture: id ? { id } : undefined, known: undefined };
}

/** The capture of an order, and the refund of it with our ID. */
async function found(order: OrderRef, id: string, till: Till) {
  if (order.renewal) return foundOfPeriod(order, till);
  const told = await fetchOrder(order, till);
  const { captures, refunds } = told ? paymentsOf(told) : { captures: [], refunds: [] };
  return { capture: captures[0], known: refunds.find(({ custom_id }) => custom_id === id) };
}

/** Request IDs last for days. So an earlier refund with our ID counts, too. */
export async function refundByPayPal(
  order: OrderRef,
  { id, amount, reason }: RefundOrder,
  till: Till,
): Promise<RefundReport> {
  const { capture, known } = await found(order, id, till);
  if (known) return reportOf(known);
  if (!capture) throw refusedBy('PayPal has no payment for the order');
  const note = reason.slice(0, 255).toWellFormed();
  const body = JSON.stringify({
    amount: writtenOf({ amount, currency: order.currency }),
    custom_id: id,
    ...(note && { note_to_payer: note }),
  });
  const path = `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`;
  return reportOf(await ask(till, { path, body, requestId: id }, refundForm));
}

export async function askPayPalForRefund(
  order: OrderRef,
  { id, vendorId }: { id: string; vendorId: string },
  till: Till,
): Promise<RefundReport> {
  if (vendorId)
    return reportOf(await ask(till, { path: `/v2/payments/refunds/${encodeURIComponent(vendorId)}` }, refundForm));
  const { known } = await found(order, id, till);
  return known ? reportOf(known) : { state: 'failed', vendorId: '', message: 'PayPal does not know the refund' };
}
