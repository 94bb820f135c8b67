import type { Egress } from '../core/egress/gate.ts';
import { readRows } from '../core/sql-reader/read-rows.ts';
import { type Person, type Reader, SourceError, type SourceObject } from './contract.ts';
import { openLdap } from './ldap/reader.ts';
import { sourceOfLdap, sourceOfSyncer } from './ldap/source.ts';

// TEMPORARY until the readers land
const lower = (t: string) => `${t[0]?.toLowerCase()}${t.slice(1)}`;
export async function openReader(source: SourceObject, deps: { egress: Egress }): Promise<Reader> {
  if (source.kind === 'ldap') return openLdap(sourceOfLdap(source.object), deps.egress);
  if (source.kind === 'syncer' && source.object.type === 'LDAP')
    return openLdap(sourceOfSyncer(source.object), deps.egress);
  if (source.kind !== 'syncer') throw new SourceError({ code: 'sync-interrupted' });
  const { host, port, user, password, database, table, tableColumns, tablePrimaryKey, sslMode } = source.object;
  return {
    groups: async () => [],
    position: async () => undefined,
    close: async () => undefined,
    async *people() {
      const columns = [tablePrimaryKey, ...tableColumns.map(({ name }) => name)];
      const rows = await readRows(
        { dialect: 'postgres', host, port, user, password, database, sslMode: sslMode as never },
        { table, columns },
        {
          egress: deps.egress,
          owner: { organization: source.organization },
          limits: { rows: 100000, bytes: 1e8, withinMs: 60000, statementMs: 60000 },
        },
      ).catch((error) => {
        throw new SourceError({ code: 'sync-interrupted' }, error);
      });
      for (let i = 0; i < rows.length; i += 500)
        yield {
          people: rows.slice(i, i + 500).map(
            (row): Person => ({
              key: row[0] ?? '',
              label: row[0] ?? '',
              fields: Object.fromEntries(
                tableColumns.map(({ casdoorName, type }, at) => [
                  lower(casdoorName),
                  type === 'boolean' ? row[at + 1] === 'true' : (row[at + 1] ?? ''),
                ]),
              ),
            }),
          ),
        };
    },
  };
}
