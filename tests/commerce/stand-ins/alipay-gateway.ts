import { type KeyObject, sign, verify } from 'node:crypto';
import { amountOf, decimalOf } from '@doorwright/crds/values/money.ts';
import { type Asked, formOf, page, type Said } from '../../services/stand-ins/stand-in.ts';
import { beijing, isNear, timeIn } from './clock.ts';
import { type Book, type BookOrder, refundedOf } from './order-book.ts';

interface Account {
  appId: string;
  now: () => Date;
  appKey: KeyObject;
  alipayKey: KeyObject;
  /** The numbers of certificates that requests must carry. */
  numbers: Readonly<Record<string, string>>;
  alipayNumber: string;
  stateOf: (order: BookOrder) => string;
}

type Told = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, string>>;

/** The parameters of each method: those that it needs, and all that it knows. */
const methods: Readonly<Record<string, { needs: readonly string[]; knows: readonly string[] }>> = {
  'alipay.trade.page.pay': {
    needs: ['out_trade_no', 'product_code', 'total_amount', 'subject'],
    knows: ['body', 'time_expire', 'timeout_express'],
  },
  'alipay.trade.wap.pay': {
    needs: ['out_trade_no', 'product_code', 'total_amount', 'subject'],
    knows: ['body', 'time_expire', 'timeout_express', 'quit_url'],
  },
  'alipay.trade.query': { needs: ['out_trade_no'], knows: ['query_options'] },
  'alipay.trade.close': { needs: ['out_trade_no'], knows: ['operator_id'] },
  'alipay.trade.refund': { needs: ['out_trade_no', 'refund_amount'], knows: ['out_request_no', 'refund_reason'] },
  'alipay.trade.fastpay.refund.query': { needs: ['out_trade_no', 'out_request_no'], knows: ['query_options'] },
};
const common = ['app_id', 'method', 'format', 'charset', 'sign_type', 'sign', 'timestamp', 'version', 'biz_content'];
const addresses = ['return_url', 'notify_url'];
const products: Record<string, string> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
};

const success = (more: Told): Told => ({ code: '10000', msg: 'Success', ...more });
const failed = (sub_code: string): Told => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg: sub_code });
const invalid = (sub_code: string): Told => ({ code: '40002', msg: 'Invalid Arguments', sub_code, sub_msg: sub_code });

export function createAlipayGateway(book: Book, account: Account) {
  function problemOf(parameters: URLSearchParams, isPage: boolean): string {
    const get = (name: string) => parameters.get(name) ?? '';
    const method = methods[get('method')];
    if (get('app_id') !== account.appId) return 'isv.invalid-app-id';
    if (!method) return 'isv.invalid-method';
    const known = [...common, ...Object.keys(account.numbers), ...(isPage ? addresses : [])];
    if ([...parameters.keys()].some((name) => !known.includes(name))) return 'isv.unknown-parameter';
    if (new Set(parameters.keys()).size !== [...parameters.keys()].length) return 'isv.repeated-parameter';
    if (get('sign_type') !== 'RSA2' || get('charset') !== 'utf-8' || get('version') !== '1.0')
      return 'isv.invalid-signature-type';
    for (const [name, number] of Object.entries(account.numbers))
      if (get(name) !== number) return `isv.invalid-${name}`;
    const text = [...parameters]
      .filter(([name, value]) => name !== 'sign' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    if (!verify('sha256', Buffer.from(text), account.appKey, Buffer.from(get('sign'), 'base64')))
      return 'isv.invalid-signature';
    // A page is opened later than its address was written.
    if (!isPage && !isNear(timeIn(get('timestamp')), account.now(), 15)) return 'isv.invalid-timestamp';
    const content = JSON.parse(get('biz_content')) as Content;
    const absent = method.needs.find((name) => !content[name]);
    if (absent) return `isv.missing-${absent}`;
    const unknown = Object.keys(content).find((name) => ![...method.needs, ...method.knows].includes(name));
    return unknown ? `isv.unknown-${unknown}` : '';
  }

  /** A page of Alipay: a buyer who opens it begins the trade. */
  function open(parameters: URLSearchParams): Said {
    const content = JSON.parse(parameters.get('biz_content') ?? '') as Content;
    const { out_trade_no: id = '', total_amount = '', subject = '', product_code, time_expire } = content;
    const amount = /^\d+(\.\d\d?)?$/.test(total_amount) ? amountOf(total_amount, 'CNY') : undefined;
    if (!amount || /[/=&]/.test(subject) || product_code !== products[parameters.get('method') ?? ''])
      return page(400, 'ACQ.INVALID_PARAMETER');
    if (!/^\w{1,64}$/.test(id)) return page(400, 'ACQ.INVALID_PARAMETER');
    const expireTime = time_expire ? timeIn(time_expire) : new Date(account.now().getTime() + 15 * 86_400_000);
    if (!(expireTime > account.now())) return page(400, 'ACQ.TRADE_HAS_CLOSE');
    const order = book.place({
      ...{ id, expireTime, money: { amount, currency: 'CNY' } },
      ...{ notifyUrl: parameters.get('notify_url') ?? '', returnUrl: parameters.get('return_url') ?? '' },
      terms: JSON.stringify([total_amount, subject]),
    });
    if (!order) return page(400, 'ACQ.CONTEXT_INCONSISTENT');
    if (order.state === 'paid') return page(400, 'ACQ.TRADE_HAS_SUCCESS');
    return order.state === 'open' ? page(200, 'Pay with Alipay') : page(400, 'ACQ.TRADE_HAS_CLOSE');
  }

  function refund(order: BookOrder, { refund_amount = '', out_request_no = '' }: Content): Told {
    const amount = amountOf(refund_amount, 'CNY') ?? 0;
    if (out_request_no === '' && amount !== order.money.amount) return failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    const outcome = amount > 0 ? book.refund(order, out_request_no || order.id, amount) : 'too much';
    if (outcome === 'not paid') return failed('ACQ.TRADE_STATUS_ERROR');
    if (outcome === 'other amount') return failed('ACQ.DISCORDANT_REPEAT_REQUEST');
    if (outcome === 'too much') return failed('ACQ.REASON_TRADE_REFUND_FEE_ERR');
    return success({
      ...{ out_trade_no: order.id, trade_no: order.vendorId, fund_change: outcome === 'done' ? 'Y' : 'N' },
      refund_fee: decimalOf({ ...order.money, amount: refundedOf(order) }),
    });
  }

  function told(method: string, content: Content): Told {
    const order = book.find(content.out_trade_no ?? '');
    if (!order) return failed('ACQ.TRADE_NOT_EXIST');
    const named = { out_trade_no: order.id, trade_no: order.vendorId };
    if (method === 'alipay.trade.refund') return refund(order, content);
    if (method === 'alipay.trade.close') {
      if (order.state !== 'open') return failed('ACQ.TRADE_STATUS_ERROR');
      book.end(order.id, 'closed');
      return success(named);
    }
    if (method === 'alipay.trade.fastpay.refund.query') {
      const amount = order.refunds.get(content.out_request_no ?? '');
      // A refund that nobody asked for is no failure: the answer has no state.
      if (amount === undefined) return success({});
      const refund_amount = decimalOf({ ...order.money, amount });
      return success({
        ...named,
        out_request_no: content.out_request_no,
        refund_amount,
        refund_status: 'REFUND_SUCCESS',
      });
    }
    return success({
      ...{
        ...named,
        trade_status: account.stateOf(order),
        total_amount: decimalOf(order.money),
        buyer_logon_id: 'a**@b.example',
      },
      ...(order.paidTime && {
        send_pay_date: beijing(order.paidTime),
        fund_bill_list: [{ fund_channel: 'BALANCE/1' }],
      }),
    });
  }

  /** The signature covers the text of the node, in which Alipay escapes slashes. */
  function signed(method: string, node: Told): Said {
    const text = JSON.stringify(node).replaceAll('/', '\\/');
    const signature = sign('sha256', Buffer.from(text), account.alipayKey).toString('base64');
    const number = account.alipayNumber ? `"alipay_cert_sn":"${account.alipayNumber}",` : '';
    const body = `{"${method.replaceAll('.', '_')}_response":${text},${number}"sign":"${signature}"}`;
    return { status: 200, headers: { 'Content-Type': 'text/html;charset=utf-8' }, body };
  }

  return (asked: Asked): Said => {
    const isPage = asked.method === 'GET';
    const parameters = new URLSearchParams([...asked.url.searchParams, ...formOf(asked)]);
    const problem = asked.url.pathname === '/gateway.do' ? problemOf(parameters, isPage) : 'isv.invalid-address';
    if (isPage) return problem ? page(400, problem) : open(parameters);
    const method = parameters.get('method') ?? '';
    if (problem) return { status: 200, body: JSON.stringify({ error_response: invalid(problem) }) };
    return signed(method, told(method, JSON.parse(parameters.get('biz_content') ?? '') as Content));
  };
}
