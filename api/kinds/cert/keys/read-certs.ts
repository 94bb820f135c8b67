import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { DbRow } from '../../../core/objects/storage/rows.ts';
import { run } from '../../../db/sql-parts.ts';
import type { KeyRow } from './key-rows.ts';

/**
 * All certs that sign tokens, newest first, with their keys. It is one statement, so that no key changes in
 * between.
 */
export async function readCerts({ sql, store }: Pick<Work, 'sql' | 'store'>) {
  const [certs, keys] = [store('cert'), store('cert-key')];
  const rows = await run<{ name: string; cert: DbRow; key: DbRow | null }>(sql, {
    text: `SELECT c.name, row_to_json(c) AS cert, row_to_json(k) AS key
      FROM ${certs.table} AS c LEFT JOIN ${keys.table} AS k ON k.owner = 'admin' AND k.cert = c.name
      WHERE c.scope = ? ORDER BY c.created_time DESC, c.name, k.created_time`,
    values: ['JWT'],
  });
  return [...Map.groupBy(rows, ({ name }) => name).values()].map((own) => ({
    cert: certs.fromRow(own[0]?.cert as DbRow) as unknown as Cert,
    rows: own.flatMap(({ key }) => (key ? [keys.fromRow(key) as unknown as KeyRow] : [])),
  }));
}
