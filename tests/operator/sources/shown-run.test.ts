import { nextShown, type ShownRun } from '@doorwright/operator/reconcilers/kinds/shown-run.ts';
import { expect, test } from 'vitest';

const start = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const never = () => 0;

const run = (syncState: ShownRun['syncState'], seconds: number, add = 0): ShownRun => ({
  ...{ syncState, lastRunTime: at(seconds), lastCounts: { read: 5, add } },
});

test('a source that runs every ten seconds for an hour moves its status once in five minutes', () => {
  let shown: ShownRun | undefined;
  let writes = 0;
  for (let seconds = 0; seconds <= 3600; seconds += 10)
    for (const found of [run('Running', seconds - 10), run('Done', seconds)]) {
      const next = nextShown(shown, found, never).run;
      if (JSON.stringify(next) !== JSON.stringify(shown)) writes++;
      shown = next;
    }
  // The first run is shown while it goes on.
  expect(writes).toBe(2 + 3600 / 300);
});

test('other numbers are shown at most once a minute, and the last ones are not forgotten', () => {
  const { run: kept, afterMs } = nextShown(run('Done', 0, 1), run('Done', 20, 2), never);
  expect(kept).toEqual(run('Done', 0, 1));
  expect(afterMs).toBe(40_000);
  expect(nextShown(run('Done', 0, 1), run('Done', 60, 2), never)).toEqual({ run: run('Done', 60, 2) });
});

test.each<[string, ShownRun, ShownRun]>([
  ['a run that fails', run('Done', 0), run('Failed', 10)],
  ['a run that is held', run('Done', 0), run('Held', 0)],
  ['another plan of a source that is held', run('Held', 0, 1), run('Held', 0, 2)],
  ['a run that was approved and is done', run('Held', 0), run('Done', 1)],
])('%s is shown at once', (_, before, found) => {
  expect(nextShown(before, found, never)).toEqual({ run: found });
});

test.each<[string, ShownRun['syncState'], number]>([
  ['that ran before', 'Done', 60_000],
  ['that was held', 'Held', 10_000],
])('a run of a source %s is shown when it takes long', (_, state, ms) => {
  const before = run(state, 0);
  const found = run('Running', 0);
  expect(nextShown(before, found, never)).toEqual({ run: before, afterMs: ms });
  expect(nextShown(before, found, () => ms)).toEqual({ run: found });
});
