import { createHash } from 'node:crypto';
import { type ManifestReport, manifestReport } from '@doorwright/crds/kinds/manifest-report.ts';
import { resourceText } from '../../core/objects/references/origins.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';

type Stored = Pick<Work, 'sql' | 'store'>;

export const reportBody = manifestReport.schema.pick({ cluster: true, resources: true });

export type Report = Pick<ManifestReport, 'cluster' | 'reportedTime' | 'resources'>;

/** Clusters have an id without a colon. */
const folders = 'folder:%';

type Reported = Report['resources'][number];

/** The state of a resource. A message may contain a time or a number of tries, so it does not count. */
const stateOf = ({ file, kind, namespace, name, ready, reason, drift, ...at }: Reported) =>
  JSON.stringify([kind, namespace, name, ready, reason, drift > 0, kind ? '' : `${file}:${at.line} ${at.message}`]);

/** The resources with the time since when each has its state. */
async function sinceWhen(name: string, resources: readonly Reported[], { sql, store, now }: Work): Promise<Reported[]> {
  const before = (await store('manifest-report').find(sql, 'admin', name)) as unknown as ManifestReport | undefined;
  const known = new Map(before?.resources.map((each) => [stateOf(each), each.since]));
  return resources.map((each) => ({ ...each, since: known.get(stateOf(each)) || now.toISOString() }));
}

/** A report about a folder or a cluster replaces the last one. */
export async function saveReport(report: Pick<Report, 'cluster' | 'resources'>, work: Work): Promise<void> {
  const { sql, store, now } = work;
  const { table, toRow } = store('manifest-report');
  // A path is too long for a name, and contains slashes.
  const name = createHash('sha256').update(report.cluster).digest('hex').slice(0, 32);
  const time = now.toISOString();
  const resources = await sinceWhen(name, report.resources, work);
  const row = { owner: 'admin', name, createdTime: time, version: 1, reportedTime: time, ...report, resources };
  await sql(table).insert(toRow(row)).onConflict(['owner', 'name']).merge();
}

/** Reports about folders. Those about clusters have only what is wrong, and are for notifications. */
export async function readReports({ sql, store }: Stored): Promise<Report[]> {
  const { table, fromRow } = store('manifest-report');
  const rows = (await sql(table).whereLike('cluster', folders).orderBy('cluster')).map(
    (row) => fromRow(row) as unknown as ManifestReport,
  );
  return rows.map(({ cluster, reportedTime, resources }) => ({ cluster, reportedTime, resources }));
}

/** An object that a cluster declares. kubectl shows the state of its resource. */
export interface DeclaredElsewhere {
  kind: string;
  object: string;
  namespace: string;
  /** `applications.doorwright.dev shop/checkout`. */
  resource: string;
}

const mostElsewhere = 1000;

export async function readElsewhere({
  sql,
  store,
  registry,
}: Pick<Work, 'sql' | 'store' | 'registry'>): Promise<DeclaredElsewhere[]> {
  const rows = await sql(store('origin').table)
    .whereNotIn('cluster', sql(store('manifest-report').table).select('cluster').whereLike('cluster', folders))
    .orderBy(['kind', 'namespace', 'resource'])
    .limit(mostElsewhere);
  return rows.map(({ kind, object_name, namespace, resource }) => ({
    kind,
    object: object_name,
    namespace,
    resource: resourceText(registry.named(kind), { namespace, resource }),
  }));
}

/** A folder or cluster without a report for this long is forgotten. */
const keptMs = 7 * 86_400_000;

export const deleteOldReports = (sql: Sql, now: Date): Promise<number> =>
  sql('manifest_reports')
    .where('reported_time', '<', new Date(now.getTime() - keptMs))
    .delete();
