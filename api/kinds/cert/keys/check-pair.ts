import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { keyTypes } from '@doorwright/crds/options/crypto-algorithms.ts';
import type { ProblemCode } from '@doorwright/locales';
import { invalid } from '../../../core/objects/rules/input.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
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

/** Checks an imported pair: both halves are readable, belong together, fit the algorithm and have not expired. */
export function checkPair(draft: Draft, now: Date): void {
  const { certificate, privateKey, cryptoAlgorithm } = draft as Draft & Record<string, string>;
  const cert = parsed('certificate', 'not-certificate', () => new X509Certificate(String(certificate)));
  const key = parsed('privateKey', 'not-private-key', () => createPrivateKey(String(privateKey)));
  if ((key.asymmetricKeyDetails?.modulusLength ?? largestRsaKey) > largestRsaKey)
    throw invalid([{ field: 'privateKey', code: 'key-too-long', params: { max: largestRsaKey } }]);
  if (!cert.checkPrivateKey(key)) throw invalid([{ field: 'privateKey', code: 'not-key-of-certificate' }]);
  if (cert.validToDate <= now) throw invalid([{ field: 'certificate', code: 'certificate-expired' }]);
  if (keyType(key) !== keyTypes[cryptoAlgorithm as CertAlgorithm])
    throw invalid([{ field: 'cryptoAlgorithm', code: 'not-fit-for-key' }]);
  if ((key.asymmetricKeyDetails?.modulusLength ?? smallestRsaKey) < smallestRsaKey)
    throw invalid([{ field: 'privateKey', code: 'key-too-short', params: { min: smallestRsaKey } }]);
}
