import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataFolder, expectTakenUp, firstStart, interrupt, isReady, readyMs } from './first-starts.ts';

const moments = 20;

test('35.41 a first start that is killed at any of twenty moments is taken up by the next one', {
  timeout: 3_600_000,
}, async () => {
  const whole = await firstStart(dataFolder().folder);
  const begun = performance.now();
  await expect.poll(() => isReady(whole), { interval: 10, timeout: readyMs }).toBe(true);
  const wholeMs = performance.now() - begun;
  whole.child.kill('SIGTERM');
  await whole.ended;
  for (let moment = 1; moment <= moments; moment++) {
    const { folder, remove } = dataFolder();
    const first = await firstStart(folder);
    // The moment itself is what the test is about.
    await pause((wholeMs * moment) / moments);
    // Alternately with what it started, and alone.
    await interrupt(first, moment % 2 === 0);
    await expectTakenUp(folder, first);
    remove();
    console.log(`killed after ${Math.round((wholeMs * moment) / moments)} of ${Math.round(wholeMs)} ms: taken up`);
  }
});
