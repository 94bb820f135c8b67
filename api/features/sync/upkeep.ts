import { tableName } from '@doorwright/crds/derive/tables.ts';
import { ldap } from '@doorwright/crds/kinds/ldap.ts';
import { syncer } from '@doorwright/crds/kinds/syncer.ts';
import { sourceKinds } from '@doorwright/crds/options/sync.ts';
import type { Sql } from '../../db/knex.ts';
import { links } from './store/links.ts';
import { rowsTable } from './store/rows.ts';
import { runs } from './store/run-store.ts';

const dayMs = 86_400_000;
/** Runs that changed nobody are many, because a source may run every few seconds. */
const quietDays = 1;
const keptDays = 30;

const tables = { syncer: tableName(syncer), ldap: tableName(ldap) };

const ofNoSource = sourceKinds
  .map((kind) => `NOT EXISTS (SELECT FROM "${tables[kind]}" AS s WHERE s.source_id = source)`)
  .join(' AND ');

/** Deletes old runs with their rows, and what is left of deleted sources: their people are ordinary users from then on. */
export async function deleteOldRuns(sql: Sql, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await sql(runs)
    .whereNotIn('state', ['reading', 'applying', 'undoing', 'waiting', 'held'])
    .where((old) => {
      old.where('created_time', '<', before(keptDays));
      old.orWhere((quiet) =>
        quiet
          .where('created_time', '<', before(quietDays))
          .where({ is_automatic: true })
          .whereRaw(`NOT EXISTS (SELECT FROM "${rowsTable}" AS r WHERE r.run = "${runs}".id)`),
      );
    })
    .delete();
  await sql(runs).whereRaw(ofNoSource).delete();
  await sql(links).whereRaw(ofNoSource).delete();
  await sql('sync_seen')
    .whereRaw(`NOT EXISTS (SELECT FROM "${runs}" AS r WHERE r.id = run AND r.state = 'reading')`)
    .delete();
  await sql(rowsTable).whereRaw(`NOT EXISTS (SELECT FROM "${runs}" AS r WHERE r.id = "${rowsTable}".run)`).delete();
}
