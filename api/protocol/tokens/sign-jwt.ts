import { constants, createPublicKey, type KeyObject, type SigningOptions, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { ExternalSigningKey } from 'oidc-provider';
import type { SigningKey } from './signing-keys.ts';

const inThread = promisify(sign);

/** How node is asked for the signatures of an algorithm, by the beginning of its name. */
const settings: Readonly<Record<string, SigningOptions>> = {
  PS: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES: { dsaEncoding: 'ieee-p1363' },
};

type Sign = (bytes: Buffer) => Buffer | Promise<Buffer>;

function createSign({ alg, privateKey }: SigningKey): Sign {
  const digest = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`;
  // On the key itself: of an object around it node 24 finds out by two exceptions what it is, which takes as long as to sign.
  const key = Object.assign(privateKey, settings[alg.slice(0, 2)]);
  // These take milliseconds. The others are done sooner than they are handed over.
  const isSlow = privateKey.asymmetricKeyType === 'rsa';
  return (bytes) => (isSlow ? inThread(digest, bytes, key) : sign(digest, bytes, key));
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs what is to be an access token; the header is written once. */
export function createTokenSigner(key: SigningKey): (claims: object) => Promise<string> {
  const signed = createSign(key);
  const header = encoded({ alg: key.alg, kid: key.kid, typ: 'at+jwt' });
  return async (claims) => {
    const text = `${header}.${encoded(claims)}`;
    return `${text}.${(await signed(Buffer.from(text))).toString('base64url')}`;
  };
}

/** What the library has of a key: it asks for signatures, and never learns the private half. */
export class CertKey extends ExternalSigningKey {
  readonly #key: SigningKey;
  readonly #sign: Sign;

  constructor(key: SigningKey) {
    super();
    this.#key = key;
    this.#sign = createSign(key);
  }

  override get kid(): string {
    return this.#key.kid;
  }

  override get alg(): string {
    return this.#key.alg;
  }

  override keyObject(): KeyObject {
    return createPublicKey(this.#key.privateKey);
  }

  override async sign(bytes: Buffer): Promise<Buffer> {
    return this.#sign(bytes);
  }
}
