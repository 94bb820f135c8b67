import { z } from 'zod';
import type { Channel, OrderRef, Report, Till } from '../channel.ts';
import { settled } from '../settled.ts';
import { ask } from './ask.ts';
import { begin } from './begin.ts';
import { paidByWeChat } from './bill.ts';
import { readNotice } from './notice.ts';
import { askRefund, refund } from './refund.ts';
import { askOrder, unknownOrder } from './transaction.ts';

const unknown = ({ id }: OrderRef, state: 'open' | 'closed', { provider }: Till): Report => ({
  id,
  vendorId: '',
  state,
  paid: undefined,
  refunded: 0,
  merchant: provider.clientId,
  message: '',
});

/** WeChat Pay takes no money for an order that it does not know, because nobody has a code for it. */
function close(order: OrderRef, till: Till): Promise<Report> {
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(order.id)}/close`;
  const content = { mchid: till.provider.clientId };
  return settled(
    () => ask({ method: 'POST', path, content }, till, z.object({}), unknownOrder),
    async () => (await askOrder(order, till)) ?? unknown(order, 'closed', till),
  );
}

/**
 * WeChat Pay, APIv3, for merchants in mainland China. Read on 2026-11-29 at https://pay.weixin.qq.com/doc/v3/merchant: Native, H5 and
 * JSAPI orders (4012525171), queries (4012556352), refunds (4013071031), notifications (payment-notice), signatures (wechatpay4_1).
 */
export const wechatPay: Channel = {
  currencies: ['CNY'],
  begin,
  read: readNotice,
  replies: {
    taken: { status: 200, type: 'application/json', body: '{"code":"SUCCESS","message":"OK"}' },
    refused: { status: 400, type: 'application/json', body: '{"code":"FAIL","message":"refused"}' },
  },
  ask: async (order, till) => (await askOrder(order, till)) ?? unknown(order, 'open', till),
  close,
  refund,
  askRefund,
  paidOn: paidByWeChat,
};
