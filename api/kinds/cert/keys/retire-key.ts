import { X509Certificate } from 'node:crypto';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { accessSeconds } from '../../application/token-lifetimes.ts';
import { builtInCert } from './built-in-cert.ts';
import { insertKey, keyRowsOf, saveKey, signingRow } from './key-rows.ts';

/** The fields of a cert that form its key. */
export type Key = Pick<Cert, 'certificate' | 'privateKey' | 'cryptoAlgorithm'>;

export const isPair = ({ certificate, privateKey }: Key) => certificate !== '' && privateKey !== '';

/** The longest lifetime of a token that one of the cert's applications gets now. */
export async function longestTokenSeconds(cert: string, { sql, store }: Work): Promise<number> {
  const names = cert === builtInCert ? [cert, ''] : [cert];
  const rows = await sql(store('application').table).distinct('expire_in_hours').whereIn('cert', names);
  return Math.max(0, ...rows.map(({ expire_in_hours: expireInHours }) => accessSeconds({ expireInHours })));
}

/**
 * The longest lifetime of tokens that the cert signed. An application may have changed to another cert just
 * before, so it is at least the default.
 */
export const signedTokenSeconds = async (cert: string, work: Work): Promise<number> =>
  Math.max(accessSeconds({ expireInHours: 0 }), await longestTokenSeconds(cert, work));

interface Retiring extends Key {
  /** The cert's name in rows. */
  cert: string;
  /** The id of the key if it has no row. */
  kid: string;
  seconds: number;
}

/** Retires the signing key. It verifies tokens until the last one or its certificate expires. */
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
