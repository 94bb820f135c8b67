import { generateKeyPair as generateNodeKeyPair, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import type { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';

export type CertAlgorithm = (typeof cryptoAlgorithms)[number];

interface NewCert {
  name: string;
  owner: string;
  cryptoAlgorithm: CertAlgorithm;
  bitSize: number;
  expireInYears: number;
  now: Date;
}

export interface KeyPair {
  /** X.509 in PEM. */
  certificate: string;
  /** PKCS#8 in PEM. */
  privateKey: string;
}

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const generate = promisify(generateNodeKeyPair);

/** Generates keys in a thread, because 4096 bits take seconds. */
function generateKeys(algorithm: CertAlgorithm, bitSize: number): Promise<Keys> {
  if (algorithm === 'ES256') return generate('ec', { namedCurve: 'P-256' });
  if (algorithm === 'ES384') return generate('ec', { namedCurve: 'P-384' });
  if (algorithm === 'EdDSA') return generate('ed25519');
  return generate('rsa', { modulusLength: bitSize });
}

interface SigningAlgorithm {
  name: string;
  hash?: string;
  namedCurve?: string;
}

const rsa = (hash: string): SigningAlgorithm => ({ name: 'RSASSA-PKCS1-v1_5', hash });

// The certificate of a PS256 key has the older signature, which every reader knows. Tokens are signed with PSS.
const signing: Record<CertAlgorithm, SigningAlgorithm> = {
  RS256: rsa('SHA-256'),
  RS384: rsa('SHA-384'),
  RS512: rsa('SHA-512'),
  PS256: rsa('SHA-256'),
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  EdDSA: { name: 'Ed25519' },
};

const inYears = (now: Date, years: number) =>
  new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate()));

/** These characters have a meaning in the names of certificates. */
const escaped = (text: string) => text.replace(/[,=+<>#;\\"]/g, '\\$&');

/** Loaded on demand: certificates are rare, and the library has two hundred modules. */
async function certificates() {
  // The library needs it for its decorators.
  await import('reflect-metadata');
  return (await import('@peculiar/x509')).X509CertificateGenerator;
}

/** A self-signed certificate for a key. */
export async function certificateFor(
  { publicKey, privateKey }: Keys,
  { name, owner, cryptoAlgorithm, expireInYears, now }: Omit<NewCert, 'bitSize'>,
): Promise<string> {
  const algorithm = signing[cryptoAlgorithm];
  const imported = (key: KeyObject, format: 'pkcs8' | 'spki', use: 'sign' | 'verify') =>
    webcrypto.subtle.importKey(
      format,
      key.export({ format: 'der', type: format } as never) as Buffer<ArrayBuffer>,
      algorithm,
      true,
      [use],
    );
  const keys = {
    privateKey: await imported(privateKey, 'pkcs8', 'sign'),
    publicKey: await imported(publicKey, 'spki', 'verify'),
  };
  const certificate = await (await certificates()).createSelfSigned(
    {
      name: `CN=${escaped(name)}, O=${escaped(owner)}`,
      serialNumber: randomBytes(16).toString('hex'),
      notBefore: now,
      notAfter: inYears(now, expireInYears),
      signingAlgorithm: algorithm as never,
      keys: keys as never,
    },
    webcrypto as never,
  );
  return certificate.toString('pem');
}

/** A new key pair with a self-signed certificate. */
export async function generateCert({ bitSize, ...subject }: NewCert): Promise<KeyPair> {
  const keys = await generateKeys(subject.cryptoAlgorithm, bitSize);
  return {
    certificate: await certificateFor(keys, subject),
    privateKey: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}
