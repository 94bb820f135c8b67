import type { Clock } from '../clock.ts';
import { type KubernetesObject, nameOf } from '../kubernetes-object.ts';
import { statusOf } from '../status.ts';
import type { Place, Problem } from './folder-documents.ts';

/** The place and state of a folder's resource. */
export interface FolderRow extends Place {
  kind: string;
  namespace: string;
  name: string;
  /** The name or ID of the object in the api. */
  object: string;
  ready: string;
  reason: string;
  message: string;
  /** The number of fields that differ. */
  drift: number;
}

export interface FolderReport {
  dir: string;
  rows: readonly FolderRow[];
  /** Mistakes. */
  problems: readonly Problem[];
}

export function rowOf(object: KubernetesObject, place: Place): FolderRow {
  const { conditions, drift, externalId = '' } = statusOf(object);
  const known = String(externalId);
  const ready = conditions?.find(({ type }) => type === 'Ready');
  return {
    ...place,
    kind: object.kind,
    ...nameOf(object),
    object:
      known.slice(known.indexOf('/') + 1) ||
      ((object.spec as { name?: string } | undefined)?.name ?? object.metadata.name),
    ready: ready?.status ?? 'Unknown',
    reason: ready?.reason ?? '',
    message: ready?.message ?? '',
    drift: Array.isArray(drift) ? drift.length : 0,
  };
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
const isReady = ({ ready }: FolderRow) => ready === 'True';

/** `9 objects declared from crds/examples, all Ready`. */
export function summaryOf({ dir, rows, problems }: FolderReport): string {
  const mistakes = problems.length > 0 ? `, ${counted(problems.length, 'mistake')}` : '';
  if (rows.length === 0) return `Nothing is declared from ${dir}${mistakes}`;
  const ready = rows.filter(isReady).length;
  const how = ready === rows.length ? 'all' : String(ready);
  return `${counted(rows.length, 'object')} declared from ${dir}, ${how} Ready${mistakes}`;
}

/** The problems, one per line, with file and line. */
export function complaintsOf({ rows, problems }: FolderReport): string[] {
  const unready = rows.filter((row) => !isReady(row));
  return [
    ...problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    ...unready.map(
      ({ file, line, kind, namespace, name, reason, message }) =>
        `${file}:${line}: ${kind} ${namespace}/${name} is not Ready: ${reason || 'Pending'}${message && `, ${message}`}`,
    ),
  ];
}

const quietMs = 200;
const mostMs = 5000;

/** Whether the resource has not been looked at yet, or waits for another that is under way. */
const isUnderWay = ({ ready, reason }: FolderRow) => ready === 'Unknown' || reason === 'NotReady';

/** Reports the state of a folder after a burst of changes, if it is new. */
export class FolderReporter {
  readonly #clock: Clock;
  readonly #read: () => FolderReport;
  readonly #report: (report: FolderReport) => void;
  #cancel: () => void = () => {};
  #restlessSince: number | undefined;
  #reported = '';

  constructor(clock: Clock, read: () => FolderReport, report: (report: FolderReport) => void) {
    this.#clock = clock;
    this.#read = read;
    this.#report = report;
  }

  changed(): void {
    this.#restlessSince ??= this.#clock.now();
    this.#cancel();
    this.#cancel = this.#clock.after(quietMs, () => this.#look());
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    const report = this.#read();
    const waited = this.#clock.now() - (this.#restlessSince ?? 0);
    if (report.rows.some(isUnderWay) && waited < mostMs) {
      this.#cancel = this.#clock.after(quietMs, () => this.#look());
      return;
    }
    this.#restlessSince = undefined;
    const text = JSON.stringify(report);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#report(report);
  }
}
