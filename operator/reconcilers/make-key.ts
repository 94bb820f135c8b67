// The certificate library composes itself with decorators.
import 'reflect-metadata';
import { generateKeyPair, randomBytes, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import * as x509 from '@peculiar/x509';

/** What the spec says of the key to make; the rest is as the API would have it. */
export interface KeyWish {
  cryptoAlgorithm?: string;
  bitSize?: number;
  expireInYears?: number;
}

export interface KeyPair {
  certificate: string;
  privateKey: string;
}

const generate = promisify(generateKeyPair);
const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384' };

/** In a thread of its own: 4096 bits take seconds. */
function generateKeys(algorithm: string, bitSize: number) {
  const namedCurve = curves[algorithm];
  if (namedCurve) return generate('ec', { namedCurve });
  return algorithm === 'EdDSA' ? generate('ed25519') : generate('rsa', { modulusLength: bitSize });
}

function signingAlgorithm(algorithm: string) {
  const namedCurve = curves[algorithm];
  const hash = `SHA-${/\d+$/.exec(algorithm)?.[0] ?? '256'}`;
  if (namedCurve) return { name: 'ECDSA', namedCurve, hash };
  return algorithm === 'EdDSA' ? { name: 'Ed25519' } : { name: 'RSASSA-PKCS1-v1_5', hash };
}

/** A key pair with a certificate of its own making, in PEM: kept in the cluster, so that a lost database loses no key. */
export async function makeKey(name: string, wish: KeyWish, now: number): Promise<KeyPair> {
  const { cryptoAlgorithm = 'RS256', bitSize = 4096, expireInYears = 20 } = wish;
  const { privateKey, publicKey } = await generateKeys(cryptoAlgorithm, bitSize);
  const algorithm = signingAlgorithm(cryptoAlgorithm);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + expireInYears);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: randomBytes(16).toString('hex'),
      name: [{ CN: [name] }],
      notBefore: new Date(now),
      notAfter,
      signingAlgorithm: algorithm,
      keys: {
        privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
        publicKey: await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']),
      },
    },
    webcrypto as never,
  );
  return {
    certificate: certificate.toString('pem'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
