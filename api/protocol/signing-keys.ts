import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/models/cert.ts';
import { exportJWK, type JWK } from 'jose';
import type { ProtocolDeps } from './deps.ts';

/** The cert of applications that name none. */
export const builtInCert = 'cert-built-in';

/** A replica notices a changed cert after this long at most. */
const freshMs = 5_000;

export interface SigningKey {
  name: string;
  alg: Cert['cryptoAlgorithm'];
  /** Changes with the key. */
  thumbprint: string;
  privateJwk: JWK;
  publicJwk: JWK;
}

const derOf = (pem: string) => new X509Certificate(pem);

async function signingKey({ name, cryptoAlgorithm, certificate, privateKey }: Cert): Promise<SigningKey> {
  const x509 = derOf(certificate);
  const about = { kid: name, alg: cryptoAlgorithm, use: 'sig' };
  const secret = createPrivateKey(privateKey);
  return {
    name,
    alg: cryptoAlgorithm,
    thumbprint: x509.fingerprint256,
    privateJwk: { ...(await exportJWK(secret)), ...about },
    publicJwk: {
      ...(await exportJWK(createPublicKey(secret))),
      ...about,
      x5c: [x509.raw.toString('base64')],
    },
  };
}

/** Certs whose time is over sign nothing, and nobody is told to trust them. */
const isLive = ({ certificate, privateKey }: Cert, now: Date) =>
  Boolean(certificate && privateKey) && derOf(certificate).validToDate > now;

/** The keys of all live certs, newest first. Whoever needs one by name learns of it at once. */
export type SigningKeys = (needed?: string) => Promise<readonly SigningKey[]>;

/** Parses each key once and reads again what may have changed. */
export function createSigningKeys({ db, store, now }: ProtocolDeps): SigningKeys {
  const { table, fromRow } = store('cert');
  let known: { at: number; keys: Promise<readonly SigningKey[]> } | undefined;
  const parsed = new Map<string, Promise<SigningKey>>();

  async function read(): Promise<readonly SigningKey[]> {
    const rows = await db(table).where('scope', 'JWT').orderBy('created_time', 'desc');
    const certs = rows.map((row) => fromRow(row) as unknown as Cert).filter((cert) => isLive(cert, now()));
    return Promise.all(
      certs.map((cert) => {
        const id = `${cert.name} ${cert.cryptoAlgorithm} ${cert.certificate}`;
        const key = parsed.get(id) ?? signingKey(cert);
        parsed.set(id, key);
        return key;
      }),
    );
  }

  return async (needed) => {
    const isKnown = !needed || (await known?.keys)?.some(({ name }) => name === needed);
    if (!known || !isKnown || Date.now() - known.at > freshMs) {
      const reading = { at: Date.now(), keys: read() };
      // What failed is not remembered.
      reading.keys.catch(() => {
        if (known === reading) known = undefined;
      });
      known = reading;
    }
    return known.keys;
  };
}
