import type { FieldChange, SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { rowActions, rowStates, runModes, runStates, sourceKinds } from '@doorwright/crds/options/sync.ts';
import { z } from 'zod';
import { storedProblemText } from '../problem-text.ts';
import { canApprove, canCancel, canUndo } from '../runs/decisions.ts';
import type { Source } from '../source.ts';
import { countsOf } from '../store/counts.ts';

const number = z.int();
const countNames = [
  ...(['read', 'unchanged', 'add', 'link', 'change', 'disable', 'purge', 'refuse'] as const),
  ...(['done', 'failed', 'undone', 'kept'] as const),
] as const;

/** A run as administrators see it. */
export const shownRun = z.object({
  ...{ id: z.string(), createdTime: z.string(), endTime: z.string(), touchedTime: z.string() },
  ...{ mode: z.enum(runModes), state: z.enum(runStates), isAutomatic: z.boolean(), isWhole: z.boolean() },
  ...{ startedBy: z.string(), approvedBy: z.string() },
  counts: z.object(
    Object.fromEntries(countNames.map((name) => [name, number])) as Record<(typeof countNames)[number], typeof number>,
  ),
  ...{ reason: z.string(), problem: z.string().describe('What stopped the run, in words.') },
  ...{ canApprove: z.boolean(), canUndo: z.boolean(), canCancel: z.boolean() },
  source: z.object({ kind: z.enum(sourceKinds), id: z.string(), title: z.string() }),
});

export function showRun(
  run: SyncRun,
  source: Source,
  { language, now }: { language: string; now: Date },
): z.infer<typeof shownRun> {
  const { id, createdTime, endTime, touchedTime, mode, state, isAutomatic, isWhole, startedBy, approvedBy, reason } =
    run;
  return {
    ...{ id, createdTime, endTime, touchedTime, mode, state, isAutomatic, isWhole, startedBy, approvedBy, reason },
    counts: countsOf(run.counts),
    problem: storedProblemText(language, { code: reason, problem: run.problem }),
    ...{ canApprove: canApprove(run), canUndo: canUndo(run, now), canCancel: canCancel(run) },
    source: { kind: source.kind, id: `${source.owner}/${source.key}`, title: source.title },
  };
}

const shownChange = z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() });

/** A row of a run as administrators see it. It never has the digest of a password. */
export const shownRow = z.object({
  ...{ number: z.int(), key: z.string(), user: z.string(), label: z.string() },
  ...{ action: z.enum(rowActions), state: z.enum(rowStates), changes: z.array(shownChange) },
  ...{ code: z.string(), field: z.string(), problem: z.string().describe('Why the person was not taken, in words.') },
});

/** A new user has no values before, so empty ones say nothing. */
const isTold = ({ action }: SyncRow, { after }: FieldChange) =>
  action !== 'add' || !(after === '' || after === false || (Array.isArray(after) && after.length === 0));

export function showRow(row: SyncRow, language: string): z.infer<typeof shownRow> {
  const { number, key, user, label, action, state, code, field } = row;
  const changes = row.changes.filter((each) => isTold(row, each));
  return {
    ...{ number, key, user, label, action, state, changes, code, field },
    problem: storedProblemText(language, row),
  };
}
