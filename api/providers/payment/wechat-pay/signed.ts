import { type KeyObject, verify } from 'node:crypto';

/** The headers with which WeChat Pay signs answers and notifications. */
export interface Signed {
  serial: string;
  signature: string;
  timestamp: string;
  nonce: string;
  body: string;
}

export function signedBy(header: (name: string) => string, body: string): Signed {
  return {
    serial: header('wechatpay-serial'),
    signature: header('wechatpay-signature'),
    timestamp: header('wechatpay-timestamp'),
    nonce: header('wechatpay-nonce'),
    body,
  };
}

/** WeChat Pay tells merchants to take nothing that is older, because somebody may send it again. */
const tolerance = 5 * 60_000;

export const isFresh = ({ timestamp }: Signed, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) <= tolerance;

export const fits = ({ timestamp, nonce, body, signature }: Signed, key: KeyObject): boolean =>
  verify('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key, Buffer.from(signature, 'base64'));
