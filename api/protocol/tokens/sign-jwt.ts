import { constants, createPublicKey, type KeyObject, type SigningOptions, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { ExternalSigningKey } from 'oidc-provider';
import type { SigningKey } from './signing-keys.ts';

const inThread = promisify(sign);

/** Node's options for the signatures of an algorithm, by the beginning of its name. */
const settings: Readonly<Record<string, SigningOptions>> = {
  PS: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES: { dsaEncoding: 'ieee-p1363' },
};

type Sign = (bytes: Buffer) => Buffer | Promise<Buffer>;

function createSign({ alg, privateKey }: SigningKey): Sign {
  const digest = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`;
  // The options stand on the key itself. With an object around it, Node 24 throws and catches two exceptions, which
  // takes as long as a signature.
  const key = Object.assign(privateKey, settings[alg.slice(0, 2)]);
  // These take milliseconds. The others take less time than a thread pool needs to start them.
  const isSlow = privateKey.asymmetricKeyType === 'rsa';
  return (bytes) => (isSlow ? inThread(digest, bytes, key) : sign(digest, bytes, key));
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs access tokens. The header is encoded once. */
export function createTokenSigner(key: SigningKey): (claims: object) => Promise<string> {
  const signed = createSign(key);
  const header = encoded({ alg: key.alg, kid: key.kid, typ: 'at+jwt' });
  return async (claims) => {
    const text = `${header}.${encoded(claims)}`;
    return `${text}.${(await signed(Buffer.from(text))).toString('base64url')}`;
  };
}

/** A key for the library, which asks it for signatures. The private half stays here. */
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
