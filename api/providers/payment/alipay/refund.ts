import { decimalOf } from '@doorwright/crds/values/money.ts';
import type { OrderRef, RefundOrder, RefundReport, Till } from '../channel.ts';
import { ask } from './gateway.ts';

const told = (state: RefundReport['state'], message = ''): RefundReport => ({ state, vendorId: '', message });

/** Alipay gives refunds no ID of its own: ours is enough. */
export async function askRefund({ id }: OrderRef, refund: Pick<RefundOrder, 'id'>, till: Till): Promise<RefundReport> {
  const content = { out_trade_no: id, out_request_no: refund.id };
  const answer = await ask('alipay.trade.fastpay.refund.query', content, till, ['ACQ.TRADE_NOT_EXIST']);
  const isDone = 'refund_status' in answer && answer.refund_status === 'REFUND_SUCCESS';
  return isDone ? told('done') : told('failed', 'Alipay has not carried out this refund');
}

/**
 * The answer means that the request was taken. Money moved by this request if `fund_change` is Y. Otherwise it is a repetition, or still
 * under way, and Alipay says to ask.
 */
export async function refund(order: OrderRef, wanted: RefundOrder, till: Till): Promise<RefundReport> {
  const answer = await ask(
    'alipay.trade.refund',
    {
      out_trade_no: order.id,
      refund_amount: decimalOf({ amount: wanted.amount, currency: order.currency }),
      out_request_no: wanted.id,
      ...(wanted.reason && { refund_reason: wanted.reason.slice(0, 256) }),
    },
    till,
  );
  if ('fund_change' in answer && answer.fund_change === 'Y') return told('done');
  const asked = await askRefund(order, wanted, till);
  return asked.state === 'done' ? asked : told('pending', 'Alipay has taken the refund and not yet carried it out');
}
