import { X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Work } from '../../../core/objects/kind-hooks.ts';
import { accessSeconds } from '../../application/token-lifetimes.ts';
import { builtInCert } from './built-in-cert.ts';
import { insertKey, keyRowsOf, saveKey, signingRow } from './key-rows.ts';

/** What of a cert makes its key. */
export type Key = Pick<Cert, 'certificate' | 'privateKey' | 'cryptoAlgorithm'>;

export const isPair = ({ certificate, privateKey }: Key) => certificate !== '' && privateKey !== '';

/** How long a token may live that one of the cert's applications gets now. */
export async function longestTokenSeconds(cert: string, { sql, store }: Work): Promise<number> {
  const names = cert === builtInCert ? [cert, ''] : [cert];
  const rows = await sql(store('application').table).distinct('expire_in_hours').whereIn('cert', names);
  return Math.max(0, ...rows.map(({ expire_in_hours: expireInHours }) => accessSeconds({ expireInHours })));
}

/**
 * The same for those that it signed until now: an application may have gone to another cert a moment ago, so it is
 * what is usual at least.
 */
export const signedTokenSeconds = async (cert: string, work: Work): Promise<number> =>
  Math.max(accessSeconds({ expireInHours: 0 }), await longestTokenSeconds(cert, work));

interface Retiring extends Key {
  /** The cert as rows name it now. */
  cert: string;
  /** What the key goes by that no other row says. */
  kid: string;
  seconds: number;
}

/** The key that signs until now goes on verifying until the last token that it signed has ended, or its certificate has. */
export async function retireSigning({ cert, kid, seconds, ...key }: Retiring, work: Work): Promise<void> {
  if (!isPair(key)) return;
  const row = signingRow(await keyRowsOf(cert, work));
  const end = new X509Certificate(key.certificate).validToDate.getTime();
  const { certificate, privateKey, cryptoAlgorithm } = key;
  const notAfter = new Date(Math.min(end, work.now.getTime() + seconds * 1000)).toISOString();
  const retired = { state: 'retired' as const, certificate, privateKey, cryptoAlgorithm, notAfter };
  if (row) await saveKey(row, retired, work);
  else await insertKey(kid, { cert, ...retired }, work);
}
