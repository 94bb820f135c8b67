import { createPrivateKey } from 'node:crypto';
import { type Cert, keyTypes } from '@doorwright/crds/kinds/cert.ts';

/** Does the algorithm take this key? Of what is no key the API tells more. */
export function fitsKey(privateKey: string | undefined, cryptoAlgorithm: Cert['cryptoAlgorithm'] | undefined): boolean {
  if (!privateKey || !cryptoAlgorithm) return true;
  try {
    const { asymmetricKeyDetails, asymmetricKeyType } = createPrivateKey(privateKey);
    return keyTypes[cryptoAlgorithm] === (asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType);
  } catch {
    return true;
  }
}
