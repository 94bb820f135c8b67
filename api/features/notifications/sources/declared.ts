import type { ReportedResource } from '@doorwright/crds/kinds/manifest-report.ts';
import { run } from '../../../db/sql-parts.ts';
import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';

/** The operator reports once a minute. */
const silentMs = 3 * 60_000;
/** A resource may wait for another one for a while. */
const stalledMs = 10 * 60_000;

interface Row extends Omit<ReportedResource, 'file'> {
  cluster: string;
  reported_time: Date;
  /** Null for a report without problems. */
  file: string | null;
}

const text = `SELECT m.cluster, m.reported_time, e.* FROM manifest_reports AS m LEFT JOIN LATERAL (
    SELECT * FROM jsonb_to_recordset(m.resources) AS r(file text, line integer, kind text, namespace text, name text,
      object text, ready text, reason text, message text, drift integer, since text)
    WHERE drift > 0 OR (reason <> 'Paused' AND
        (ready = 'False' OR (ready = 'Unknown' AND since <> '' AND since::timestamptz < ?)))) AS e ON true
  ORDER BY (e.ready = 'True'), m.cluster, e.file, e.line LIMIT ${mostOfSource}`;

/** The path of a folder. A cluster has an id instead. */
const folderOf = (cluster: string) => /^folder:(.*)$/.exec(cluster)?.[1];

function stalled({ file, line, kind, namespace, name, ready, reason, message, since }: Row): Found {
  const resource = kind ? `${kind} ${namespace}/${name}` : `${file}:${line}`;
  return {
    ...{ code: 'resourceStalled', tone: ready === 'False' ? 'danger' : 'warning', since, path: '/declared' },
    params: { resource, reason, message: message.slice(0, 300) },
    subject: { kind, owner: namespace, name: name || `${file}:${line}` },
    cause: `${ready} ${reason} ${since}`,
  };
}

function silent(cluster: string, reported: Date): Found {
  const folder = folderOf(cluster);
  return {
    ...(folder ? { code: 'operatorSilent', params: { folder } } : { code: 'clusterSilent', params: {} }),
    ...{ tone: 'warning', path: '/declared', since: reported.toISOString(), cause: reported.toISOString() },
    subject: { kind: 'manifest-report', owner: 'admin', name: folder ?? cluster },
  };
}

/**
 * Custom resources that are not applied, objects that differ from theirs, and operators that no longer report. They belong to the
 * platform.
 */
export const declared: Source =
  ({ db, registry }) =>
  async ({ organization, now }) => {
    if (organization !== undefined) return [];
    const rows = await run<Row>(db, { text, values: [new Date(now.getTime() - stalledMs)] });
    const reports = new Map(rows.map(({ cluster, reported_time }) => [cluster, reported_time]));
    const late = [...reports].filter(([, time]) => now.getTime() - time.getTime() > silentMs);
    const bad = rows.filter(({ file }) => file !== null);
    const drifts = ({ kind: called, object, drift, since }: Row): Found[] => {
      const kind = registry.kinds.find((each) => each.kind === called);
      if (!kind) return [];
      return [
        {
          ...{ code: 'resourceDrifts', tone: 'warning', since, cause: since },
          params: { name: object, count: drift },
          subject: { kind: kind.name, owner: 'admin', name: object },
        },
      ];
    };
    return [
      ...bad.flatMap((row) => (row.ready === 'True' ? drifts(row) : [stalled(row)])),
      ...late.map(([cluster, time]) => silent(cluster, time)),
    ];
  };
