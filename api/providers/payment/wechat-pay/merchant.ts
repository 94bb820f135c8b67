import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { privateKeyIn } from '../../rsa-key.ts';
import { refusedBy, type Till } from '../channel.ts';

interface Merchant {
  /** `mchid`. */
  number: string;
  /** The number of the merchant's certificate, in capital hexadecimal digits. */
  serial: string;
  key: KeyObject;
}

function serialOf(certificate: string): string {
  try {
    return new X509Certificate(certificate).serialNumber;
  } catch (cause) {
    throw refusedBy('the certificate of the cert is no certificate', cause);
  }
}

export function merchantOf({ provider, cert }: Pick<Till, 'provider' | 'cert'>): Merchant {
  if (!cert) throw refusedBy('WeChat Pay needs a cert');
  const key = privateKeyIn(cert.privateKey);
  if (!key) throw refusedBy('the private key of the cert is no key');
  return { number: provider.clientId, serial: serialOf(cert.certificate), key };
}

export const newNonce = (): string => randomBytes(16).toString('hex');

export const seconds = (time: Date): string => String(Math.floor(time.getTime() / 1000));

/** SHA256 with RSA over lines. Each line ends, also the last one. */
export const signatureOf = (lines: readonly string[], key: KeyObject): string =>
  sign('sha256', Buffer.from(lines.map((line) => `${line}\n`).join('')), key).toString('base64');

/** The header of a signed request. `path` has the query. */
export function authorizationFor(
  { method, path, body }: { method: string; path: string; body: string },
  { number, serial, key }: Merchant,
  now: Date,
): string {
  const nonce = newNonce();
  const timestamp = seconds(now);
  const signature = signatureOf([method, path, timestamp, nonce, body], key);
  const fields = { mchid: number, nonce_str: nonce, signature, timestamp, serial_no: serial };
  const listed = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${listed.join(',')}`;
}
