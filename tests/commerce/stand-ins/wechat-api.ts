import { z } from 'zod';
import { json, type Said } from '../../services/stand-ins/stand-in.ts';
import type { Book, BookOrder } from './order-book.ts';

export const mchid = '1900000109';
export const appid = 'wxd678efh567hg6787';

const money = z.strictObject({ total: z.int().min(1), currency: z.literal('CNY').optional() });

/** The parameters of an order. Each product adds its own. */
const order = {
  appid: z.literal(appid),
  mchid: z.literal(mchid),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true, precision: 0 }).optional(),
  // An address with a query is refused.
  notify_url: z
    .url()
    .max(255)
    .regex(/^[^?]+$/),
  amount: money,
};
const products: Readonly<Record<string, z.ZodType<Record<string, unknown>>>> = {
  native: z.strictObject(order),
  h5: z.strictObject({
    ...order,
    scene_info: z.strictObject({
      payer_client_ip: z.union([z.ipv4(), z.ipv6()]),
      h5_info: z.strictObject({ type: z.enum(['iOS', 'Android', 'Wap']) }),
    }),
  }),
  jsapi: z.strictObject({ ...order, payer: z.strictObject({ openid: z.string().min(1).max(128) }) }),
};

const refund = z.strictObject({
  out_trade_no: z.string(),
  out_refund_no: z.string().regex(/^[\w\-|*@]{1,64}$/),
  reason: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= 80)
    .optional(),
  notify_url: z.url().optional(),
  amount: z.strictObject({ refund: z.int().min(1), total: z.int(), currency: z.literal('CNY') }),
});

export const failed = (status: number, code: string, message: string): Said => json(status, { code, message });
const invalid = (message: string) => failed(400, 'INVALID_REQUEST', message);
const wrong = (problem: z.ZodError) => failed(400, 'PARAM_ERROR', z.prettifyError(problem));

/** An order as a query and a notification tell it. */
export const transactionOf = ({ id, vendorId, money, state, paidTime, ...rest }: BookOrder) => ({
  ...{ appid, mchid, out_trade_no: id, trade_type: 'NATIVE', trade_state_desc: '' },
  trade_state: { open: 'NOTPAY', closed: 'CLOSED', failed: 'PAYERROR', paid: rest.refunds.size ? 'REFUND' : 'SUCCESS' }[
    state
  ],
  ...(paidTime && {
    ...{ transaction_id: vendorId, bank_type: 'CMC', success_time: paidTime.toISOString(), payer: { openid: 'o-1' } },
    amount: { total: money.amount, payer_total: money.amount, currency: 'CNY', payer_currency: 'CNY' },
  }),
});

const refundOf = (order: BookOrder, out_refund_no: string) => ({
  ...{
    refund_id: `50${order.vendorId.slice(2)}`,
    out_refund_no,
    transaction_id: order.vendorId,
    out_trade_no: order.id,
  },
  ...{
    channel: 'ORIGINAL',
    status: 'SUCCESS',
    amount: { refund: order.refunds.get(out_refund_no), total: order.money.amount },
  },
});

/** The API of orders and refunds, after the signature of a request was verified. */
export function createWeChatApi(book: Book, now: () => Date) {
  function place(product: string, content: unknown): Said {
    const read = products[product]?.safeParse(content);
    if (!read) return failed(404, 'NOT_FOUND', 'no such product');
    if (!read.success) return wrong(read.error);
    const asked = read.data as {
      out_trade_no: string;
      notify_url: string;
      time_expire?: string;
      amount: { total: number };
    };
    const expireTime = new Date(asked.time_expire ?? now().getTime() + 7 * 86_400_000);
    if (expireTime <= now()) return invalid('the time to pay is over');
    const found = book.place({
      ...{
        id: asked.out_trade_no,
        notifyUrl: asked.notify_url,
        returnUrl: '',
        expireTime,
        terms: JSON.stringify([product, content]),
      },
      money: { amount: asked.amount.total, currency: 'CNY' },
    });
    if (!found) return invalid('the order number is used with other parameters');
    if (found.state !== 'open') return invalid(`the order is ${found.state}`);
    if (product === 'native') return json(200, { code_url: `weixin://wxpay/bizpayurl?pr=${found.id}` });
    const prepay_id = `wx${found.id.replaceAll('_', '')}`;
    if (product === 'jsapi') return json(200, { prepay_id });
    return json(200, {
      h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${prepay_id}&package=1`,
    });
  }

  function repay(content: unknown): Said {
    const read = refund.safeParse(content);
    if (!read.success) return wrong(read.error);
    const { out_trade_no, out_refund_no, amount } = read.data;
    const found = book.find(out_trade_no);
    if (!found) return failed(404, 'RESOURCE_NOT_EXISTS', 'no such order');
    if (amount.total !== found.money.amount) return invalid('the total is not that of the order');
    const outcome = book.refund(found, out_refund_no, amount.refund);
    return outcome === 'done' || outcome === 'repeated' ? json(200, refundOf(found, out_refund_no)) : invalid(outcome);
  }

  return ({ method, url, content }: { method: string; url: URL; content: unknown }): Said => {
    const path = url.pathname;
    const [, product] = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(path) ?? [];
    if (method === 'POST' && product) return place(product, content);
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') return repay(content);
    const [, refundId = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && refundId) {
      const found = book.orders().find(({ refunds }) => refunds.has(refundId));
      return found ? json(200, refundOf(found, refundId)) : failed(404, 'RESOURCE_NOT_EXISTS', 'no such refund');
    }
    const [, id = '', verb] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? [];
    const found = book.find(id);
    if (id && !found) return failed(404, 'ORDER_NOT_EXIST', 'no such order');
    if (method === 'GET' && found && !verb)
      return url.searchParams.get('mchid') === mchid
        ? json(200, transactionOf(found))
        : failed(400, 'PARAM_ERROR', 'mchid');
    if (method === 'POST' && found && verb) {
      if ((content as { mchid?: string }).mchid !== mchid) return failed(400, 'PARAM_ERROR', 'mchid');
      if (found.state === 'paid') return failed(400, 'ORDERPAID', 'somebody has paid');
      if (found.state !== 'open') return failed(400, 'ORDER_CLOSED', 'the order is closed');
      book.end(id, 'closed');
      return { status: 204 };
    }
    return failed(404, 'NOT_FOUND', 'no such address');
  };
}
