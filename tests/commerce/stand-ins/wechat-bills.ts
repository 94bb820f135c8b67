import { createHash } from 'node:crypto';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { json, type Said } from '../../services/stand-ins/stand-in.ts';
import { beijing } from './clock.ts';
import type { Book, BookOrder } from './order-book.ts';
import { appid, failed, mchid } from './wechat-api.ts';

const names =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,商品名称,商户数据包,手续费,费率,订单金额,费率备注';

/** The buyer used a voucher, so the merchant gets less than the order costs. The title looks like two values. */
function lineOf({ id, vendorId, money, paidTime }: BookOrder): string {
  const values = [
    ...[
      beijing(paidTime as Date),
      appid,
      mchid,
      '0',
      '',
      vendorId,
      id,
      'o-1',
      'NATIVE',
      'SUCCESS',
      'CMC',
      'CNY',
      '0.01',
    ],
    ...[decimalOf({ ...money, amount: money.amount - 1 }), 'A notebook,`and a pencil', '', '0.00000', '0.60%'],
    ...[decimalOf(money), ''],
  ];
  return values.map((value) => `\`${value}`).join(',');
}

/** The trade bills of days in Beijing, of successful orders. A bill exists from ten o'clock of the next day on. */
export function createBills(book: Book, now: () => Date) {
  const tokens = new Map<string, string>();

  function offer(query: URLSearchParams): Said {
    const date = query.get('bill_date') ?? '';
    if (query.get('bill_type') !== 'SUCCESS') return failed(400, 'PARAM_ERROR', 'bill_type');
    const isWritten = now().getTime() >= Date.parse(`${date}T00:00:00+08:00`) + 34 * 3_600_000;
    const paid = book.orders().filter(({ paidTime }) => paidTime && beijing(paidTime).startsWith(date));
    if (!isWritten || paid.length === 0) return failed(400, 'NO_STATEMENT_EXIST', 'no bill');
    const sums = `\`${paid.length},\`0.00,\`0.00000,\`0.00`;
    const text = `\uFEFF${[names, ...paid.map(lineOf), '总交易单数,应结订单总金额,手续费总金额,订单总金额', sums].join('\r\n')}\r\n`;
    const token = String(tokens.size + 1);
    tokens.set(token, text);
    return json(200, {
      ...{ hash_type: 'SHA1', hash_value: createHash('sha1').update(text).digest('hex') },
      download_url: `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${token}`,
    });
  }

  return ({ pathname, searchParams }: URL): Said | undefined => {
    if (pathname === '/v3/bill/tradebill') return offer(searchParams);
    if (pathname !== '/v3/billdownload/file') return undefined;
    const text = tokens.get(searchParams.get('token') ?? '');
    return text ? { status: 200, body: text } : failed(404, 'RESOURCE_NOT_EXISTS', 'no such bill');
  };
}
