import { createHash } from 'node:crypto';
import { amountOf, priceOf } from '@doorwright/crds/values/money.ts';
import { type Asked, json, type Said } from '../../services/stand-ins/stand-in.ts';
import { beijing, isNear, timeIn } from './clock.ts';
import { type BookOrder, createBook } from './order-book.ts';
import type { Notification, Vendor } from './vendor.ts';
import { serveVendor } from './vendor-server.ts';

const merchant = 'X2026';
const key = 'key-of-the-merchant';

interface Message {
  op: string;
  xmpch: string;
  version: string;
  data: string;
  requesttime: string;
}

const signOf = ({ data, op, requesttime, version, xmpch }: Message, secret: string) =>
  createHash('md5')
    .update(`data=${data}&op=${op}&requesttime=${requesttime}&version=${version}&xmpch=${xmpch}${secret}`)
    .digest('hex')
    .toUpperCase();

const encoded = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64');
const digits = (time: Date) => beijing(time).replace(/\D/g, '');
const timeOf = (text: string) => timeIn(text.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'));

/** The fields of each operation. GC needs all of them, and knows no other. */
const fields: Readonly<Record<string, readonly string[]>> = {
  OrderCreate: [
    ...['orderdate', 'orderno', 'amount', 'xmpch', 'body', 'return_url', 'notify_url', 'payerid', 'payername'],
    ...['remark1', 'remark2'],
  ],
  InvoiceEBillByOrder: ['busno', 'payername', 'idnum', 'payertype', 'invoicetitle', 'tin', 'phone', 'email'],
};

const failed = (return_code: string, return_msg: string): Said => json(200, { return_code, return_msg });

/**
 * Stands in for GC. Its rules are those that Casdoor of July 2022 relies on (shared facts on commerce, section 2, read on 2026-11-29):
 * OrderCreate, InvoiceEBillByOrder and the notification. Nobody reached documents of the vendor.
 */
export function startGc({ now = () => new Date() } = {}): Promise<Vendor> {
  const book = createBook(now);
  const invoices = new Set<string>();

  function created(content: Readonly<Record<string, string>>): Said {
    const { orderno: id = '', amount: decimal = '', notify_url: notifyUrl = '', return_url: returnUrl = '' } = content;
    const amount = amountOf(decimal, 'CNY');
    if (!amount || content.xmpch !== merchant) return failed('FAIL', 'wrong amount or merchant');
    const order = book.place({
      ...{ id, notifyUrl, returnUrl, money: { amount, currency: 'CNY' }, terms: JSON.stringify(content) },
      expireTime: new Date(now().getTime() + 86_400_000),
    });
    if (order?.state !== 'open') return failed('FAIL', 'the order number is used');
    return json(200, { return_code: 'SUCCESS', data: encoded({ payurl: `https://pay.gc.example/page/${id}` }) });
  }

  function invoiced({ busno = '', payertype = '' }: Readonly<Record<string, string>>): Said {
    if (book.find(busno)?.state !== 'paid') return failed('FAIL', 'the order is not paid');
    if (!['0', '1'].includes(payertype)) return failed('FAIL', 'wrong payertype');
    const isUnderWay = !invoices.has(busno);
    invoices.add(busno);
    const data = isUnderWay
      ? { state: '0', error: '申请成功，开票中', url: '' }
      : { state: '1', url: `https://pay.gc.example/invoices/${busno}.pdf` };
    return json(200, { return_code: 'SUCCESS', data: encoded(data) });
  }

  function answer({ method, url, headers, body }: Asked): Said {
    if (method !== 'POST' || url.pathname !== '/api' || headers['content-type'] !== 'text/plain;charset=UTF-8')
      return { status: 404, body: 'not found' };
    const { sign, ...message } = JSON.parse(body) as Message & { sign: string };
    if (message.xmpch !== merchant) return failed('FAIL', 'unknown merchant');
    if (sign !== signOf(message, key)) return failed('SIGN_ERROR', 'wrong sign');
    if (message.version !== '1.4') return failed('FAIL', 'unknown version');
    if (!isNear(timeOf(message.requesttime), now(), 15)) return failed('FAIL', 'wrong requesttime');
    const known = fields[message.op];
    if (!known) return failed('FAIL', 'unknown op');
    const content = JSON.parse(Buffer.from(message.data, 'base64').toString());
    if (Object.keys(content).sort().join() !== [...known].sort().join())
      return failed('FAIL', 'missing or unknown fields');
    return message.op === 'OrderCreate' ? created(content) : invoiced(content);
  }

  const dataOf = ({ id, money, state }: BookOrder) => ({
    ...{ orderno: id, amount: priceOf(money), orderstate: state === 'paid' ? '1' : state === 'open' ? '0' : '2' },
  });
  function signed(data: object, { xmpch = merchant, secret = key } = {}): Notification {
    const message = { op: 'OrderNotify', xmpch, version: '1.4', data: encoded(data), requesttime: digits(now()) };
    const body = new URLSearchParams({ ...message, sign: signOf(message, secret) }).toString();
    return { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, query: '', body };
  }

  return serveVendor(
    { hosts: ['pay.gc.example'], book, answer },
    {
      provider: {
        ...{
          category: 'Payment',
          type: 'GC',
          clientId: merchant,
          clientSecret: key,
          host: 'https://pay.gc.example/api',
        },
      },
      decline: async (id) => book.end(id, 'failed'),
      notification: async (id) => signed(dataOf(book.known(id))),
      async lie(id, lie) {
        const data = dataOf(book.known(id));
        const lower = {
          ...data,
          amount: priceOf({ ...book.known(id).money, amount: book.known(id).money.amount - 1 }),
        };
        const sent = signed(data);
        switch (lie) {
          case 'other-key':
            return signed(data, { secret: 'key-of-somebody-else' });
          case 'unsigned':
            return { ...sent, body: sent.body.replace(/&sign=.*$/, '') };
          case 'changed-amount':
            return { ...sent, body: sent.body.replace(/&data=[^&]*/, `&data=${encodeURIComponent(encoded(lower))}`) };
          case 'lower-amount':
            return signed(lower);
          case 'other-merchant':
            return signed(data, { xmpch: 'X9999' });
          case 'cut':
            return { ...sent, body: sent.body.slice(0, sent.body.length / 2) };
          // There is one currency, and the protocol gives the signed time no limit.
          default:
            return undefined;
        }
      },
    },
  );
}
