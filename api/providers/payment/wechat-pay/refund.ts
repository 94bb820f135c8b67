import { z } from 'zod';
import { type OrderRef, type RefundOrder, type RefundReport, refusedBy, type Till } from '../channel.ts';
import { ask } from './ask.ts';

const refunded = z.object({ refund_id: z.string().default(''), status: z.string() });

/** An abnormal refund has left the merchant and not reached the buyer, so another one would pay twice. The merchant leads it on by hand. */
const states: Readonly<Record<string, RefundReport['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'pending',
  ABNORMAL: 'pending',
  CLOSED: 'failed',
};

function reportOf({ refund_id, status }: z.output<typeof refunded>): RefundReport {
  const state = states[status];
  if (!state) throw refusedBy(`WeChat Pay answered the unknown state ${status} of a refund`);
  return { state, vendorId: refund_id, message: state === 'done' ? '' : status };
}

const base = '/v3/refund/domestic/refunds';

export async function refund(order: OrderRef, wanted: RefundOrder, till: Till): Promise<RefundReport> {
  const content = {
    out_trade_no: order.id,
    out_refund_no: wanted.id,
    // 80 bytes at most, and a character may have four.
    ...(wanted.reason && { reason: wanted.reason.slice(0, 20).toWellFormed() }),
    notify_url: wanted.notifyUrl,
    amount: { refund: wanted.amount, total: order.amount, currency: order.currency },
  };
  const told = await ask({ method: 'POST', path: base, content }, till, refunded);
  if (!told) throw refusedBy('WeChat Pay answered nothing');
  return reportOf(told);
}

export async function askRefund(_order: OrderRef, { id }: Pick<RefundOrder, 'id'>, till: Till): Promise<RefundReport> {
  const path = `${base}/${encodeURIComponent(id)}`;
  const told = await ask({ method: 'GET', path }, till, refunded, ['RESOURCE_NOT_EXISTS']);
  return told ? reportOf(told) : { state: 'failed', vendorId: '', message: 'WeChat Pay does not know this refund' };
}
