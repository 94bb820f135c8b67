import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type CertAlgorithm, generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';

export interface Pair {
  certificate: string;
  privateKey: string;
}

/** A key with a self-signed certificate. Two thousand bits are enough for a test. */
export const newPair = (name: string, cryptoAlgorithm: CertAlgorithm = 'RS256'): Promise<Pair> =>
  generateCert({ name, owner: 'Vendor', cryptoAlgorithm, bitSize: 2048, expireInYears: 1, now: new Date() });

/** The key of somebody else. */
export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
