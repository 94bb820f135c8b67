import { createPrivateKey } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { keyTypes } from '@doorwright/crds/options/crypto-algorithms.ts';

/** Whether the algorithm fits the key. The API judges texts that are no key. */
export function fitsKey(privateKey: string | undefined, cryptoAlgorithm: Cert['cryptoAlgorithm'] | undefined): boolean {
  if (!privateKey || !cryptoAlgorithm) return true;
  try {
    const { asymmetricKeyDetails, asymmetricKeyType } = createPrivateKey(privateKey);
    return keyTypes[cryptoAlgorithm] === (asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType);
  } catch {
    return true;
  }
}
