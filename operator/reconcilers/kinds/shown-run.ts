import { isDeepStrictEqual } from 'node:util';
import type { SourceState } from '@doorwright/crds/options/sync.ts';
import type { Declared } from '../core/resource.ts';

/** What the status of a source tells about its last run, or about the one that waits. */
export interface ShownRun {
  syncState: SourceState;
  lastRunTime?: string | undefined;
  lastCounts?: Readonly<Record<string, number>> | undefined;
}

/** A source may run every second. Each write wakes everybody who watches, so these times limit how often the status follows. */
const countsEveryMs = 60_000;
const timeEveryMs = 300_000;

/** A run that goes on for so long is shown. Most runs end before. */
const runningAfterMs = { ended: 60_000, open: 10_000 };

const isEnded = (state: SourceState): boolean => state === 'Done' || state === 'Degraded' || state === 'Failed';
const isOpen = (state: SourceState): boolean => state === 'Held' || state === 'Waiting';

const numbersOf = (texts: unknown): ShownRun['lastCounts'] => {
  const counts = Object.entries((texts ?? {}) as Record<string, string>).map(([name, text]) => [name, Number(text)]);
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
};

/** The run of the API's object. */
export const runIn = (found: Readonly<Record<string, unknown>>, timeField: string): ShownRun => ({
  syncState: (found.syncState as SourceState | undefined) ?? 'None',
  lastRunTime: (found[timeField] as string | undefined) || undefined,
  lastCounts: numbersOf(found.lastCounts),
});

/** The run that the status shows now. */
export function shownBefore({ status = {} }: Declared): ShownRun | undefined {
  const { syncState, lastRunTime, lastCounts } = status as Partial<ShownRun>;
  return syncState && { syncState, lastRunTime, lastCounts };
}

interface Shown {
  run: ShownRun;
  /** When to look again, although nothing happens. */
  afterMs?: number;
}

/** What the status shows next. `runningMs` says since when this process has seen the present run going on. */
export function nextShown(before: ShownRun | undefined, found: ShownRun, runningMs: () => number): Shown {
  if (!before) return { run: found };
  if (found.syncState === 'Running' && before.syncState !== 'Running' && before.syncState !== 'None') {
    const waitMs = (isOpen(before.syncState) ? runningAfterMs.open : runningAfterMs.ended) - runningMs();
    return waitMs > 0 ? { run: before, afterMs: waitMs } : { run: found };
  }
  if (found.syncState !== before.syncState || !isEnded(found.syncState)) return { run: found };
  const ageMs = Date.parse(found.lastRunTime ?? '') - Date.parse(before.lastRunTime ?? '');
  if (Number.isNaN(ageMs) || ageMs >= timeEveryMs) return { run: found };
  if (isDeepStrictEqual(found.lastCounts, before.lastCounts)) return { run: before };
  return ageMs >= countsEveryMs ? { run: found } : { run: before, afterMs: countsEveryMs - ageMs };
}
