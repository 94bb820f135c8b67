import type { RowAction, RowState, RunMode, RunState, SourceKind, SourceState } from '@doorwright/crds/options/sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** A directory or a syncer. */
export interface Source {
  kind: SourceKind;
  /** owner/name of a syncer, owner/id of a directory. */
  id: string;
}

export interface Run {
  id: string;
  createdTime: string;
  /** Empty while it goes on. */
  endTime: string;
  mode: RunMode;
  state: RunState;
  isAutomatic: boolean;
  startedBy: string;
  approvedBy: string;
  counts: Readonly<Record<Count, number>>;
  /** The code of what stopped it. */
  reason: string;
  /** What stopped it, in words. */
  problem: string;
  canApprove: boolean;
  canUndo: boolean;
  canCancel: boolean;
}

export const rowActions = ['add', 'link', 'change', 'disable', 'purge', 'refuse'] as const satisfies RowAction[];
export const rowStates = ['planned', 'done', 'failed', 'undone', 'kept'] as const satisfies RowState[];
/** What a run found, and what became of it. */
export const foundCounts = ['read', 'unchanged', ...rowActions] as const;
export const resultCounts = ['done', 'failed', 'undone', 'kept'] as const;
type Count = (typeof foundCounts)[number] | (typeof resultCounts)[number];

/** The people whom a plan changes, blocks or deletes. */
export const touchedBy = ({ counts: { change, disable, purge } }: Run): number => change + disable + purge;

const busy: readonly RunState[] = ['reading', 'applying', 'undoing'];
export const isBusy = ({ state }: Run): boolean => busy.includes(state);
export const waitsForPerson = ({ state }: Run): boolean => state === 'held' || state === 'waiting';

/** Everything about runs that pages have read. */
export const syncKey = ['sync'];

const busyMs = 2_000;
const quietMs = 15_000;

interface Asked {
  page: number;
  pageSize: number;
}

/** The runs of a source: often while one goes on or starts, and now and then if the clock starts some. */
export const runsQuery = ({ kind, id }: Source, asked: Asked, isStarting: boolean) =>
  queryOptions({
    queryKey: [...syncKey, kind, id, asked],
    async queryFn({ signal }) {
      const query = { kind, id, p: asked.page, pageSize: asked.pageSize };
      const { data, data2 } = await call<Run[]>('get-sync-runs', { query, signal });
      return { rows: data, about: data2 as { total: number; nextRunTime: string; state: SourceState } };
    },
    refetchInterval({ state: { data } }) {
      if (isStarting || data?.rows.some(isBusy)) return busyMs;
      return data?.about.nextRunTime ? quietMs : false;
    },
  });

export interface SyncRow {
  number: number;
  key: string;
  /** owner/name, empty for a person who has no user. */
  user: string;
  /** The person in words of the source. */
  label: string;
  action: RowAction;
  state: RowState;
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
  /** The field that the problem is about. */
  field: string;
  problem: string;
}

export interface RowsAsked extends Asked {
  action: string;
  state: string;
}

/** What a run does with each person. Each state of the run has rows of its own. */
export const rowsQuery = (run: Run, { page: p, ...filter }: RowsAsked) =>
  queryOptions({
    queryKey: [...syncKey, 'rows', run.id, run.state, p, filter],
    async queryFn({ signal }) {
      const { data, data2 } = await call<SyncRow[]>('get-sync-rows', { query: { run: run.id, p, ...filter }, signal });
      return { rows: data, total: Number(data2) };
    },
    refetchInterval: isBusy(run) ? busyMs : false,
  });
