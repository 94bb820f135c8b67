import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataFolder, expectTakenUp, firstStart, interrupt, isReady, readyMs } from './first-starts.ts';

const moments = 20;

test('35.41 the next start continues a first start that is killed at any of twenty moments', {
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
    // In turns with the processes that it started, and alone.
    await interrupt(first, moment % 2 === 0);
    await expectTakenUp(folder, first);
    remove();
    console.log(`killed after ${Math.round((wholeMs * moment) / moments)} of ${Math.round(wholeMs)} ms: taken up`);
  }
});

/** The processes of a Postgres beside its main one. */
function processesBeside(main: number): number[] {
  const found = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' }).stdout;
  return found.trim().split(/\s+/).map(Number);
}

test('35.41 a start waits for processes of a killed Postgres that have not ended', {
  timeout: 3 * readyMs,
}, async () => {
  const { folder } = dataFolder();
  const first = await firstStart(folder);
  await expect.poll(() => isReady(first), { interval: 10, timeout: readyMs }).toBe(true);
  const main = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const late = processesBeside(main)[0] as number;
  expect(late).toBeGreaterThan(0);
  process.kill(late, 'SIGSTOP');
  await interrupt(first, true);
  const next = await firstStart(folder);
  try {
    await expect.poll(() => next.output || next.child.exitCode, { timeout: readyMs }).toBeTruthy();
    expect(next.output).toBe('Waiting for processes of the last Postgres to end\n');
  } finally {
    process.kill(late, 'SIGCONT');
  }
  try {
    await expect.poll(() => isReady(next) || next.child.exitCode !== null, { timeout: readyMs }).toBe(true);
    expect(next.output).toContain('is ready at');
  } finally {
    next.child.kill('SIGTERM');
    await next.ended;
  }
});
