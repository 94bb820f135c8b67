import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { newPair, type Pair } from './keys.ts';

export const apiV3Key = 'a-key-of-32-characters-for-tests';
export const publicKeyId = 'PUB_KEY_ID_0119000000012026112900000000000001';

/** A key with which WeChat Pay signs, and its number. */
export interface Signer {
  serial: string;
  key: KeyObject;
  certificate: string;
}

const serialOf = (certificate: string) => new X509Certificate(certificate).serialNumber;

export async function newSigner(kind: 'certificates' | 'public key'): Promise<Signer> {
  const { certificate, privateKey } = await newPair('Tenpay.com sign');
  const serial = kind === 'certificates' ? serialOf(certificate) : publicKeyId;
  return { serial, certificate, key: createPrivateKey(privateKey) };
}

export const merchantSerial = ({ certificate }: Pair): string => serialOf(certificate);

export const publicPem = ({ certificate }: Pick<Signer, 'certificate'>): string =>
  createPublicKey(certificate).export({ format: 'pem', type: 'spki' }) as string;

/** AES-256-GCM with the merchant's APIv3 key. The tag stands at the end. */
export function sealed(text: string, associated_data: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce)).setAAD(
    Buffer.from(associated_data),
  );
  const bytes = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data };
}

/** The headers of a signed answer or notification. */
export function signatureHeaders(
  body: string,
  { serial, key }: Pick<Signer, 'serial' | 'key'>,
  time: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(time.getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString('base64');
  return {
    ...{ 'wechatpay-serial': serial, 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce },
    'wechatpay-signature': signature,
  };
}
