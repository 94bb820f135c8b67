import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { exportJWK, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { onChange } from '../../core/cache/changes.ts';
import { type PublishedKey, publishedKeys } from '../../kinds/cert/keys/key-rows.ts';
import { readCerts } from '../../kinds/cert/keys/read-certs.ts';
import type { ProtocolDeps } from '../deps.ts';

/** A replica that hears of no change notices a changed cert after this time. */
const freshMs = 5_000;
/** The oldest entries of former certs go first. */
const mostParsed = 2_000;

export interface LiveKey {
  cert: string;
  kid: string;
  alg: Cert['cryptoAlgorithm'];
  /** The other keys of a cert only verify: they sign soon, or did so before. */
  signs: boolean;
  /** Changes with the key. */
  thumbprint: string;
  publicJwk: JWK;
}

export interface SigningKey extends LiveKey {
  privateKey: KeyObject;
}

/** A former key of another product has no private half here. */
export const isSigning = (key: LiveKey): key is SigningKey => key.signs;

async function liveKey(
  cert: string,
  { kid, state, cryptoAlgorithm: alg, certificate, privateKey: pem }: PublishedKey,
): Promise<LiveKey | SigningKey> {
  const x509 = new X509Certificate(certificate);
  const about = { kid, alg, use: 'sig' };
  const privateKey = pem ? createPrivateKey(pem) : undefined;
  return {
    cert,
    kid,
    alg,
    signs: state === 'signing',
    thumbprint: x509.fingerprint256,
    ...(privateKey && { privateKey }),
    publicJwk: {
      ...(await exportJWK(privateKey ? createPublicKey(privateKey) : x509.publicKey)),
      ...about,
      x5c: [x509.raw.toString('base64')],
    },
  };
}

/** Expired keys neither sign nor appear in the JWKS. */
const isLive = ({ state, certificate, privateKey }: PublishedKey, now: Date) =>
  Boolean(certificate && (privateKey || state === 'retired')) && new X509Certificate(certificate).validToDate > now;

/** The keys of all live certs, newest first. A call with the name of a cert reads that cert at once. */
export type SigningKeys = (needed?: string) => Promise<readonly LiveKey[]>;

/** Parses each key once, and reads again what may have changed. */
export function createSigningKeys({ db, store, now }: ProtocolDeps): SigningKeys {
  let known: { at: number; keys: Promise<readonly LiveKey[]> } | undefined;
  /** When certs without a live key were last looked up. */
  const missed = new LRUCache<string, number>({ max: mostParsed });
  const parsed = new LRUCache<string, Promise<LiveKey>>({ max: mostParsed });

  // A key that another replica publishes appears here too, as soon as it signs.
  onChange(db, (kind) => {
    if (kind !== undefined && kind !== 'cert') return;
    known = undefined;
    missed.clear();
  });

  const parse = (cert: string, key: PublishedKey): Promise<LiveKey> => {
    const id = [cert, key.kid, key.state, key.cryptoAlgorithm, key.certificate].join(' ');
    const made = parsed.get(id) ?? liveKey(cert, key);
    parsed.set(id, made);
    return made;
  };

  async function read(): Promise<readonly LiveKey[]> {
    const certs = await readCerts({ sql: db, store });
    const live = certs.flatMap(({ cert, rows }) =>
      publishedKeys(cert, rows, now())
        .filter((key) => isLive(key, now()))
        .map((key) => parse(cert.name, key)),
    );
    return Promise.all(live);
  }

  const isRecent = (at: number | undefined) => at !== undefined && now().getTime() - at <= freshMs;

  function readAgain(): Promise<readonly LiveKey[]> {
    const reading = { at: now().getTime(), keys: read() };
    // A failure is not cached.
    reading.keys.catch(() => {
      if (known === reading) known = undefined;
    });
    known = reading;
    return reading.keys;
  }

  return async (needed) => {
    const keys = await (known && isRecent(known.at) ? known.keys : readAgain());
    const has = ({ cert }: LiveKey) => cert === needed;
    if (!needed || keys.some(has) || isRecent(missed.get(needed))) return keys;
    const fresh = await readAgain();
    if (!fresh.some(has)) missed.set(needed, now().getTime());
    return fresh;
  };
}
