import { decimalOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import type { Channel, NewOrder, OrderRef, Report, Start, Till, VendorState } from '../channel.ts';
import { invoice } from './invoice.ts';
import { gcTime, send } from './message.ts';
import { readNotice } from './notice.ts';

const created = z.object({ payurl: z.url({ protocol: /^https?$/ }) });

/** The specification writes amounts without zeros at the end: `9.9` and `300`. */
const amountText = (order: NewOrder) => decimalOf(order).replace(/\.?0+$/, '');

async function begin(order: NewOrder, till: Till): Promise<Start> {
  const content = {
    orderdate: gcTime(order.createdTime),
    orderno: order.id,
    amount: amountText(order),
    xmpch: till.provider.clientId,
    body: order.title,
    return_url: order.returnUrl,
    notify_url: order.notifyUrl,
    payerid: order.buyer.id,
    payername: order.buyer.name,
    remark1: order.buyer.name,
    remark2: order.productName,
  };
  const { payurl } = await send('OrderCreate', content, till, created);
  return { payUrl: payurl, qrText: '', script: undefined, vendorId: '' };
}

const report = (state: VendorState, { id }: OrderRef, { provider }: Till): Report => ({
  id,
  vendorId: '',
  state,
  paid: undefined,
  refunded: undefined,
  merchant: provider.clientId,
  message: '',
});

/**
 * GC, a gateway of universities, as Casdoor 2022 speaks to it. Nobody reached documents of its vendor. Known are two operations,
 * OrderCreate and InvoiceEBillByOrder, and the notification. None asks for an order, closes one, or gives money back. So `ask` reports
 * that an order is open, and only a verified notification says more. `close` closes the order on our side alone: the money of a buyer who
 * still pays comes with a notification for a closed order.
 */
export const gc: Channel = {
  currencies: ['CNY'],
  canBeAsked: false,
  begin,
  read: readNotice,
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'fail' },
  },
  ask: async (order, till) => report('open', order, till),
  close: async (order, till) => report('closed', order, till),
  invoice,
};
