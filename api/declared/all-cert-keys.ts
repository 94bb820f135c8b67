import { snake, storedFields } from '@doorwright/crds/derive/tables.ts';
import type { Cert } from '@doorwright/crds/models/cert.ts';
import type { Work } from '../resources/hooks.ts';
import type { Store } from '../resources/store.ts';
import type { KeyRow } from './cert-keys.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table of a join by its alias: its columns under names of their own, and the object that they make. */
function joined<T>({ kind, fromRow }: Store, alias: string) {
  const names = storedFields(kind).map(({ name }) => snake(name));
  return {
    columns: Object.fromEntries(names.map((name) => [`${alias}_${name}`, `${alias}.${name}`])),
    objectOf: (row: Row) => fromRow(Object.fromEntries(names.map((name) => [name, row[`${alias}_${name}`]]))) as T,
  };
}

/** All certs that sign tokens, newest first, with their keys: by one statement, so that no change of key comes in between. */
export async function readCerts({ sql, store }: Pick<Work, 'sql' | 'store'>) {
  const [certs, keys] = [store('cert'), store('cert-key')];
  const cert = joined<Cert>(certs, 'c');
  const key = joined<KeyRow>(keys, 'k');
  const rows: Row[] = await sql({ c: certs.table })
    .leftJoin({ k: keys.table }, (on) => on.on('k.owner', sql.raw("'admin'")).on('k.cert', 'c.name'))
    .where('c.scope', 'JWT')
    .orderBy([{ column: 'c.created_time', order: 'desc' }, 'c.name', 'k.created_time'])
    .select({ ...cert.columns, ...key.columns });
  return [...Map.groupBy(rows, (row) => row.c_name).values()].map((own) => ({
    cert: cert.objectOf(own[0] as Row),
    rows: own.filter((row) => row.k_name !== null).map(key.objectOf),
  }));
}
