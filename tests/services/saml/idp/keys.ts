import { X509Certificate } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';

export interface Key {
  privateKey: string;
  certificate: string;
  /** The certificate as it stands in metadata. */
  base64: string;
}

export async function newKey(): Promise<Key> {
  const pair = await generateCert({
    ...{ name: 'idp', owner: 'idp.example', cryptoAlgorithm: 'RS256', bitSize: 2048 },
    ...{ expireInYears: 1, now: new Date() },
  });
  return { ...pair, base64: new X509Certificate(pair.certificate).raw.toString('base64') };
}
