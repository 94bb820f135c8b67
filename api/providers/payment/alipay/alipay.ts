import { decimalOf } from '@doorwright/crds/values/money.ts';
import { beijingTime } from '../../beijing-time.ts';
import type { Channel, NewOrder, OrderRef, Report, Start, Till } from '../channel.ts';
import { settled } from '../settled.ts';
import { ask, pageAddress } from './gateway.ts';
import { readNotice } from './notice.ts';
import { askRefund, refund } from './refund.ts';
import { askTrade, unknownTrade } from './trade.ts';

/** Alipay refuses these characters in a title. */
const titleOf = (title: string) => title.replace(/[/=&]/g, ' ').slice(0, 256);

const page = { method: 'alipay.trade.page.pay', product_code: 'FAST_INSTANT_TRADE_PAY' };
const phonePage = { method: 'alipay.trade.wap.pay', product_code: 'QUICK_WAP_WAY' };

async function begin(order: NewOrder, till: Till): Promise<Start> {
  const { method, product_code } = order.buyer.device === 'desktop' ? page : phonePage;
  const content = {
    out_trade_no: order.id,
    product_code,
    total_amount: decimalOf(order),
    subject: titleOf(order.title),
    ...(order.detail && { body: order.detail.slice(0, 128) }),
    // The end as a time: `timeout_express` would count from the moment when the buyer opens the page.
    time_expire: beijingTime(order.expireTime).replace('T', ' '),
  };
  const more = { return_url: order.returnUrl, notify_url: order.notifyUrl };
  return { payUrl: pageAddress(method, content, more, till), qrText: '', script: undefined, vendorId: '' };
}

/**
 * Alipay can close only a trade that it knows. The buyer can still begin an unknown one with the signed address, until the order's own
 * end: it stays open until then.
 */
async function close(order: OrderRef, till: Till): Promise<Report> {
  const report = await settled(
    () => ask('alipay.trade.close', { out_trade_no: order.id }, till, [unknownTrade]),
    () => askTrade(order, till),
    ({ vendorId }) => vendorId === '',
  );
  const isOver = report.state === 'open' && order.expireTime <= till.now;
  return isOver ? { ...report, state: 'closed' } : report;
}

/**
 * Alipay, for websites in mainland China. Read on 2026-11-29: the parameters of `alipay.trade.page.pay`, `.query`, `.close`, `.refund` and
 * `.fastpay.refund.query` at https://docs.antom.com/ac/solution_api and https://help.aliyun.com/document_detail/2978201.html, and
 * the notification at https://w3cschool.cn/aliminiapp/aliminiapp-7d192f51.html.
 */
export const alipay: Channel = {
  currencies: ['CNY'],
  begin,
  read: readNotice,
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'fail' },
  },
  ask: askTrade,
  close,
  refund,
  askRefund,
};
