import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { keyTypes } from '@doorwright/crds/options/crypto-algorithms.ts';
import type { ProblemCode } from '@doorwright/locales';
import { invalid } from '../../../core/objects/rules/input.ts';
import type { CertAlgorithm } from './generate-cert.ts';

const smallestRsaKey = 2048;
/**
 * A PEM of 20,000 characters can hold a key of 26,000 bits, and each signature with it takes a processor one
 * second.
 */
const largestRsaKey = 8192;

const keyType = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType;

function parsed<T>(field: string, code: ProblemCode, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw invalid([{ field, code }]);
  }
}

const refuseTooLong = (field: string, { asymmetricKeyDetails }: KeyObject): void => {
  if ((asymmetricKeyDetails?.modulusLength ?? largestRsaKey) > largestRsaKey)
    throw invalid([{ field, code: 'key-too-long', params: { max: largestRsaKey } }]);
};

interface Half {
  /** The field of a problem with the key. */
  field: string;
  key: KeyObject;
  cert: X509Certificate;
  cryptoAlgorithm: unknown;
}

/** Checks that a key fits the algorithm, that nobody can compute its private half, and that its certificate has not expired. */
function checkFit({ field, key, cert, cryptoAlgorithm }: Half, now: Date): void {
  if (cert.validToDate <= now) throw invalid([{ field: 'certificate', code: 'certificate-expired' }]);
  if (keyType(key) !== keyTypes[cryptoAlgorithm as CertAlgorithm])
    throw invalid([{ field: 'cryptoAlgorithm', code: 'not-fit-for-key' }]);
  if ((key.asymmetricKeyDetails?.modulusLength ?? smallestRsaKey) < smallestRsaKey)
    throw invalid([{ field, code: 'key-too-short', params: { min: smallestRsaKey } }]);
}

/** Checks an imported pair: both halves are readable, belong together, fit the algorithm and have not expired. */
export function checkPair(draft: Record<string, unknown>, now: Date): void {
  const { certificate, privateKey, cryptoAlgorithm } = draft;
  const cert = parsed('certificate', 'not-certificate', () => new X509Certificate(String(certificate)));
  const key = parsed('privateKey', 'not-private-key', () => createPrivateKey(String(privateKey)));
  refuseTooLong('privateKey', key);
  if (!cert.checkPrivateKey(key)) throw invalid([{ field: 'privateKey', code: 'not-key-of-certificate' }]);
  checkFit({ field: 'privateKey', key, cert, cryptoAlgorithm }, now);
}

/** Checks a key that only verifies, of which we have no private half. */
export function checkPublicKey(
  { certificate, cryptoAlgorithm }: { certificate: string; cryptoAlgorithm: string },
  now: Date,
): void {
  const cert = parsed('certificate', 'not-certificate', () => new X509Certificate(certificate));
  refuseTooLong('certificate', cert.publicKey);
  checkFit({ field: 'certificate', key: cert.publicKey, cert, cryptoAlgorithm }, now);
}
