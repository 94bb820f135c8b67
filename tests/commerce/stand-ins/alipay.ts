import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { createAlipayGateway } from './alipay-gateway.ts';
import { alipayNumber } from './alipay-numbers.ts';
import { beijing } from './clock.ts';
import { newKey, newPair } from './keys.ts';
import { type BookOrder, createBook, refundedOf } from './order-book.ts';
import type { Notification, Vendor } from './vendor.ts';
import { serveVendor } from './vendor-server.ts';

const appId = '2021000000000001';

/** A private key as Alipay's tool writes it. */
const inOneLine = (key: KeyObject, type: 'pkcs8' | 'spki') =>
  (key.export({ format: 'der', type } as never) as Buffer).toString('base64');

const stateOf = (order: BookOrder) => {
  if (order.state === 'open') return 'WAIT_BUYER_PAY';
  return order.state === 'paid' && refundedOf(order) < order.money.amount ? 'TRADE_SUCCESS' : 'TRADE_CLOSED';
};

/**
 * Stands in for Alipay's gateway and its notifications, with certificates or with plain keys. Read on 2026-11-29:
 * https://docs.antom.com/ac/solution_api/trade-query and /trade-refund, https://help.aliyun.com/document_detail/2978201.html (close),
 * https://w3cschool.cn/aliminiapp/aliminiapp-7d192f51.html (signatures) and https://cnblogs.com/Alex80/p/6734218.html (notifications).
 */
export async function startAlipay({
  now = () => new Date(),
  keys = 'certs' as 'certs' | 'plain',
} = {}): Promise<Vendor> {
  const [app, alipay, root, other] = await Promise.all([
    newPair('application'),
    newPair('Alipay'),
    newPair('root'),
    newPair('root of another algorithm', 'ES256'),
  ]);
  const alipayKey = createPrivateKey(alipay.privateKey);
  const numbers: Record<string, string> =
    keys === 'certs'
      ? { app_cert_sn: alipayNumber(app.certificate), alipay_root_cert_sn: alipayNumber(root.certificate) }
      : {};
  const book = createBook(now);
  const answer = createAlipayGateway(book, {
    ...{ appId, now, numbers, stateOf, appKey: createPublicKey(app.certificate), alipayKey },
    alipayNumber: keys === 'certs' ? alipayNumber(alipay.certificate) : '',
  });

  const fieldsOf = (order: BookOrder): Record<string, string> => ({
    ...{ app_id: appId, auth_app_id: appId, charset: 'utf-8', version: '1.0', notify_type: 'trade_status_sync' },
    ...{ notify_id: `notify${order.id}`, notify_time: beijing(now()), gmt_create: beijing(now()) },
    ...{ out_trade_no: order.id, trade_no: order.vendorId, trade_status: stateOf(order), subject: 'A notebook & more' },
    ...{ total_amount: decimalOf(order.money), seller_id: '2088000000000001', buyer_id: '2088000000000002' },
    ...(order.paidTime && { gmt_payment: beijing(order.paidTime) }),
    ...(refundedOf(order) > 0 && {
      refund_fee: decimalOf({ ...order.money, amount: refundedOf(order) }),
      gmt_refund: beijing(now()),
    }),
  });
  function signed(fields: Record<string, string>, key = alipayKey): Notification {
    const text = Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const signature = sign('sha256', Buffer.from(text), key).toString('base64');
    const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    return { method: 'POST', headers, query: '', body };
  }

  const lower = ({ money }: BookOrder) => decimalOf({ ...money, amount: money.amount - 1 });
  const vendor = await serveVendor(
    { hosts: ['openapi.alipay.com'], book, answer },
    {
      provider: {
        ...{ category: 'Payment', type: 'Alipay', clientId: appId },
        ...(keys === 'certs'
          ? {}
          : {
              clientSecret: inOneLine(createPrivateKey(app.privateKey), 'pkcs8'),
              clientSecret2: inOneLine(createPublicKey(alipay.certificate), 'spki'),
            }),
      },
      ...(keys === 'certs' && {
        cert: {
          ...{ certificate: app.certificate, privateKey: app.privateKey },
          authorityPublicKey: alipay.certificate,
          authorityRootPublicKey: `${root.certificate}\n${other.certificate}`,
        },
      }),
      async visit(payUrl) {
        const page = await fetch(vendor.reroute(new URL(payUrl)));
        if (page.status !== 200) throw new Error(await page.text());
      },
      // A buyer without money leaves a trade behind that ends with its time.
      decline: async (id) => book.end(id, 'closed'),
      notification: async (id) => signed(fieldsOf(book.known(id))),
      async lie(id, lie) {
        const order = book.known(id);
        const fields = fieldsOf(order);
        const sent = signed(fields);
        switch (lie) {
          case 'other-key':
            return signed(fields, newKey());
          case 'unsigned':
            return { ...sent, body: sent.body.replace(/&sign=[^&]*/, '') };
          case 'changed-amount':
            return {
              ...sent,
              body: sent.body.replace(`total_amount=${fields.total_amount}`, `total_amount=${lower(order)}`),
            };
          case 'lower-amount':
            return signed({ ...fields, total_amount: lower(order) });
          case 'other-merchant':
            return signed({ ...fields, app_id: '2021000000000009', auth_app_id: '2021000000000009' });
          case 'cut':
            return { ...sent, body: sent.body.slice(0, sent.body.length / 2) };
          // There is one currency, and merchants judge no time.
          default:
            return undefined;
        }
      },
    },
  );
  return vendor;
}
