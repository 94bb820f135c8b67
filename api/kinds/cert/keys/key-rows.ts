import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { type CertKey, certKey } from '@doorwright/crds/kinds/cert-key.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';

export type KeyRow = CertKey & { name: string; version: number };

/** A key in the JWKS. */
export interface PublishedKey {
  kid: string;
  state: CertKey['state'];
  cryptoAlgorithm: Cert['cryptoAlgorithm'];
  certificate: string;
  privateKey: string;
  /** The time when a retired key leaves the JWKS. Empty for the others. */
  notAfter: string;
}

const order = ['signing', 'published', 'retired'];

export async function keyRowsOf(cert: string, { sql, store }: Pick<Work, 'sql' | 'store'>): Promise<KeyRow[]> {
  const { table, fromRow } = store('cert-key');
  const rows = await sql(table).where({ owner: 'admin', cert }).orderBy('created_time');
  return rows.map((row) => fromRow(row) as unknown as KeyRow);
}

/** The row with the id that a cert signs under. Without a row, the id is the cert's name. */
export const signingRow = (rows: readonly KeyRow[]) => rows.find(({ state }) => state === 'signing');

/**
 * The keys that verify tokens of a cert now, the signing one first. The cert itself holds the signing pair, so a
 * cert that never changed its key has no rows.
 */
export function publishedKeys(cert: Cert, rows: readonly KeyRow[], now: Date): PublishedKey[] {
  const { certificate, privateKey, cryptoAlgorithm } = cert;
  const kid = signingRow(rows)?.name ?? cert.name;
  const others = rows
    .filter(({ state }) => state !== 'signing')
    .filter(({ notAfter }) => notAfter === '' || Date.parse(notAfter) > now.getTime())
    .map(({ name, state, notAfter, ...key }) => ({
      kid: name,
      state,
      cryptoAlgorithm: key.cryptoAlgorithm || cryptoAlgorithm,
      certificate: key.certificate,
      privateKey: key.privateKey,
      notAfter,
    }));
  const signing = { kid, state: 'signing' as const, cryptoAlgorithm, certificate, privateKey, notAfter: '' };
  return [signing, ...others].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

export const saveKey = (row: KeyRow, changes: Partial<CertKey>, { sql, store }: Work) =>
  store('cert-key').update(sql, 'admin', row.name, { ...row, ...changes, version: row.version + 1 });

/**
 * Stores the cert's algorithm in keys without one, before the cert changes its algorithm. Otherwise these keys
 * would follow it.
 */
export const keepAlgorithm = (
  { name, cryptoAlgorithm }: Pick<Cert, 'name' | 'cryptoAlgorithm'>,
  { sql, store }: Work,
) =>
  sql(store('cert-key').table)
    .where({ cert: name, crypto_algorithm: '' })
    .update({ crypto_algorithm: cryptoAlgorithm });

export const insertKey = (kid: string, key: Pick<CertKey, 'cert'> & Partial<CertKey>, { sql, store, now }: Work) =>
  store('cert-key').insert(sql, {
    owner: 'admin',
    name: kid,
    createdTime: now.toISOString(),
    version: 1,
    ...key,
  });

export const deleteRetiredKeys = (sql: Sql, now: Date): Promise<number> =>
  sql(tableName(certKey)).where('not_after', '<=', now).delete();
