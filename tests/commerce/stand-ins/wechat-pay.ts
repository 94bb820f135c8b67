import { createPublicKey, verify } from 'node:crypto';
import { type Asked, json, type Said } from '../../services/stand-ins/stand-in.ts';
import { isNear } from './clock.ts';
import { newKey, newPair } from './keys.ts';
import { createBook } from './order-book.ts';
import type { Notification, Vendor } from './vendor.ts';
import { serveVendor } from './vendor-server.ts';
import { appid, createWeChatApi, failed, mchid, transactionOf } from './wechat-api.ts';
import { createBills } from './wechat-bills.ts';
import {
  apiV3Key,
  merchantSerial,
  newSigner,
  publicKeyId,
  publicPem,
  sealed,
  signatureHeaders,
} from './wechat-keys.ts';

interface WeChatPay extends Vendor {
  /** WeChat Pay signs with a new platform certificate from now on. */
  rotate: () => Promise<void>;
  /** How often somebody read the platform certificates. */
  readings: number;
}

const fieldsIn = (header: string): Record<string, string> =>
  Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

/**
 * Stands in for WeChat Pay, APIv3, with platform certificates or with a WeChat Pay public key. Read on 2026-11-29 at
 * https://pay.weixin.qq.com: doc/v3/merchant/4012525171 (orders), 4012556352 (queries), 4013071031 (refunds),
 * docs/merchant/apis/h5-payment/payment-notice.html (notifications), docs/merchant/products/bill-download/format-trade.html (bills) and wiki/doc/apiv3/wechatpay/wechatpay4_1.shtml (signatures).
 */
export async function startWeChatPay({
  now = () => new Date(),
  keys = 'certificates' as 'certificates' | 'public key',
} = {}): Promise<WeChatPay> {
  const [merchant, first] = await Promise.all([newPair('merchant'), newSigner(keys)]);
  const merchantKey = createPublicKey(merchant.certificate);
  let signer = first;
  const signers = [first];
  const book = createBook(now);
  const api = createWeChatApi(book, now);
  const bills = createBills(book, now);

  function certificates(): Said {
    vendor.readings += 1;
    const data = keys === 'certificates' ? signers : [];
    return json(200, {
      data: data.map(({ serial, certificate }) => ({
        ...{ serial_no: serial, effective_time: now().toISOString(), expire_time: now().toISOString() },
        encrypt_certificate: sealed(certificate, 'certificate'),
      })),
    });
  }

  /** WeChat Pay does not sign the failure of a request whose signature is wrong. */
  function unsignedProblem({ method, url, headers, body }: Asked): Said | undefined {
    const header = headers.authorization ?? '';
    const { nonce_str, timestamp, signature = '', serial_no, ...named } = fieldsIn(header);
    const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce_str}\n${body}\n`;
    const isSigned =
      header.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
      serial_no === merchantSerial(merchant) &&
      named.mchid === mchid &&
      isNear(new Date(Number(timestamp) * 1000), now(), 5) &&
      verify('sha256', Buffer.from(text), merchantKey, Buffer.from(signature, 'base64'));
    if (!isSigned) return failed(401, 'SIGN_ERROR', 'the signature of the request is wrong');
    if (!headers.accept || !headers['user-agent'])
      return failed(406, 'PARAM_ERROR', 'Accept and User-Agent are missing');
    const asksFor = headers['wechatpay-serial'];
    return asksFor && asksFor !== signer.serial ? failed(400, 'PARAM_ERROR', 'wrong Wechatpay-Serial') : undefined;
  }

  function answer(asked: Asked): Said {
    const problem = unsignedProblem(asked);
    if (problem) return problem;
    const { method, url, body } = asked;
    const content = body ? JSON.parse(body) : undefined;
    const bill = bills(url);
    // A bill itself is not signed.
    if (bill && url.pathname.startsWith('/v3/billdownload')) return bill;
    const said = bill ?? (url.pathname === '/v3/certificates' ? certificates() : api({ method, url, content }));
    return { ...said, headers: { ...said.headers, ...signatureHeaders(said.body ?? '', signer, now()) } };
  }

  type Event = { transaction: object; key?: typeof first; time?: Date };
  function signed({ transaction, key = signer, time = now() }: Event): Notification {
    const resource = { original_type: 'transaction', ...sealed(JSON.stringify(transaction), 'transaction') };
    const event = { id: 'EV-1', create_time: time.toISOString(), event_type: 'TRANSACTION.SUCCESS', summary: 'paid' };
    const body = JSON.stringify({ ...event, resource_type: 'encrypt-resource', resource });
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeaders(body, key, time) },
      query: '',
      body,
    };
  }

  const own: Pick<Vendor, 'provider' | 'cert' | 'decline' | 'notification' | 'lie'> = {
    provider: {
      ...{ category: 'Payment', type: 'WeChat Pay', clientId: mchid, appId: appid, clientSecret: apiV3Key },
      clientId2: keys === 'public key' ? publicKeyId : '',
    },
    cert: {
      ...{ certificate: merchant.certificate, privateKey: merchant.privateKey },
      ...(keys === 'public key' && { authorityPublicKey: publicPem(first) }),
    },
    // A failed payment of these products leaves the order open, until somebody closes it.
    decline: async (id) => book.end(id, 'closed'),
    notification: async (id) => signed({ transaction: transactionOf(book.known(id)) }),
    async lie(id, lie) {
      const order = book.known(id);
      const transaction = transactionOf(order);
      const lower = { ...transaction, amount: { ...transaction.amount, total: order.money.amount - 1 } };
      const sent = signed({ transaction });
      switch (lie) {
        case 'other-key':
          return signed({ transaction, key: { ...signer, key: newKey() } });
        case 'unsigned':
          return { ...sent, headers: { 'content-type': 'application/json' } };
        case 'changed-amount':
          return { ...sent, body: signed({ transaction: lower }).body };
        case 'lower-amount':
          return signed({ transaction: lower });
        case 'other-merchant':
          return signed({ transaction: { ...transaction, mchid: '1900000999' } });
        case 'old':
          return signed({ transaction, time: new Date(now().getTime() - 2 * 3_600_000) });
        case 'cut':
          return { ...sent, body: sent.body.slice(0, sent.body.length / 2) };
        // Merchants of the mainland have one currency.
        default:
          return undefined;
      }
    },
  };
  const vendor: WeChatPay = Object.assign(await serveVendor({ hosts: ['api.mch.weixin.qq.com'], book, answer }, own), {
    readings: 0,
    async rotate() {
      signer = await newSigner(keys);
      signers.push(signer);
    },
  });
  return vendor;
}
