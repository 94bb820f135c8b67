import { constants, createPrivateKey, type SigningOptions, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './signing-keys.ts';

const inThread = promisify(sign);

/** How node is asked for the signatures of an algorithm, by the beginning of its name. */
const settings: Readonly<Record<string, SigningOptions>> = {
  PS: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES: { dsaEncoding: 'ieee-p1363' },
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs what is to be an access token: the key is parsed once, and the header written once. */
export function createTokenSigner({ alg, kid, privateJwk }: SigningKey): (claims: object) => Promise<string> {
  const digest = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`;
  const key = { key: createPrivateKey({ key: privateJwk, format: 'jwk' }), ...settings[alg.slice(0, 2)] };
  // These take milliseconds. The others are done sooner than they are handed over.
  const isSlow = key.key.asymmetricKeyType === 'rsa';
  const header = encoded({ alg, kid, typ: 'at+jwt' });
  return async (claims) => {
    const text = `${header}.${encoded(claims)}`;
    const bytes = Buffer.from(text);
    const signature = isSlow ? await inThread(digest, bytes, key) : sign(digest, bytes, key);
    return `${text}.${signature.toString('base64url')}`;
  };
}
