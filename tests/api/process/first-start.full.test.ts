import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { dataFolder, expectTakenUp, firstStart, interrupt, isReady, placeForData } from './first-starts.ts';

const { place, remove } = placeForData();
afterAll(remove);

const moments = 20;

test('35.41 a first start that is killed at any of twenty moments is taken up by the next one', {
  timeout: 1_800_000,
}, async () => {
  const whole = await firstStart(dataFolder(place, 'whole'));
  const begun = performance.now();
  await expect.poll(() => isReady(whole), { interval: 10, timeout: 120_000 }).toBe(true);
  const wholeMs = performance.now() - begun;
  whole.child.kill('SIGTERM');
  await whole.ended;
  for (let moment = 1; moment <= moments; moment++) {
    const folder = dataFolder(place, `${moment}`);
    const first = await firstStart(folder);
    // The moment itself is what the test is about.
    await pause((wholeMs * moment) / moments);
    // Alternately with what it started, and alone.
    await interrupt(first, moment % 2 === 0);
    await expectTakenUp(folder, first);
    console.log(`killed after ${Math.round((wholeMs * moment) / moments)} of ${Math.round(wholeMs)} ms: taken up`);
  }
});
