import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startPeriodicJobs } from '@doorwright/api/background/periodic-jobs.ts';
import { clockTicker } from '@doorwright/api/background/ticks.ts';
import { upkeep } from '@doorwright/api/background/upkeep.ts';
import { createLog } from '@doorwright/api/process/observe/log.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { handTicker } from '../../harness/hand-ticker.ts';

// Issue 36.1: node-cron ticks, and a keyed job does what is periodic.
const { ticker, crons, tick } = handTicker();
const hourly = '17 * * * *';
let app: TestApp;
let replica: TestApp;

beforeAll(async () => {
  app = await startApp({ ticker });
  replica = await startApp({ ticker, databaseUrl: app.databaseUrl });
  await vi.waitFor(() => expect(crons().filter((cron) => cron === hourly)).toHaveLength(2), { timeout: 30_000 });
});
afterAll(async () => {
  await replica?.stop();
  await app?.stop();
});

const jobs = (): Promise<string[]> => app.db('jobs.job').where({ name: 'upkeep' }).orderBy('created_on').pluck('state');

test('all replicas tick, and one job does the work', async () => {
  const at = new Date();
  await tick(hourly, at);
  await expect.poll(jobs).toEqual(['completed']);
  // A replica whose clock is late ticks after the work is done.
  await tick(hourly, at);
  expect(await jobs()).toEqual(['completed']);
  await tick(hourly, new Date(at.getTime() + 3_600_000));
  await expect.poll(jobs).toEqual(['completed', 'completed']);
});

test('a tick adds nothing while the job before it still waits', async () => {
  await app.db('jobs.job').where({ name: 'upkeep' }).delete();
  const later = new Date(Date.now() + 3_600_000);
  await app.db('jobs.job').insert({ name: 'upkeep', data: '{}', start_after: later });
  await tick(hourly, new Date());
  expect(await jobs()).toEqual(['created']);
});

test('every periodic kind has its times', () => {
  expect([...new Set(crons())].sort()).toEqual(
    [
      ...[hourly, '*/5 * * * * *', '*/15 * * * * *', '*/5 * * * *', '*/10 * * * *', '*/15 * * * *', '5,35 * * * *'],
      '0 40 4 * * *',
    ].sort(),
  );
});

test('the clock ticks in seconds too', async () => {
  await app.db('jobs.job').where({ name: 'upkeep' }).delete();
  const log = createLog({ LOG_LEVEL: 'silent' });
  const ticking = startPeriodicJobs([{ ...upkeep, cron: '* * * * * *' }], clockTicker, { db: replica.db, log });
  await expect.poll(async () => (await jobs()).length, { timeout: 30_000 }).toBeGreaterThan(1);
  ticking.stop();
});

test('a clock that is set forward by a year delays no request, and the ticks go on', async () => {
  const ticks: Date[] = [];
  const log = createLog({ LOG_LEVEL: 'silent' });
  const ticking = clockTicker('* * * * * *', async (time) => void ticks.push(time), { log });
  await expect.poll(() => ticks.length).toBeGreaterThan(0);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const wrong = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: wrong + 365 * 86_400_000, shouldAdvanceTime: false });
  try {
    delay.enable();
    const before = ticks.length;
    await expect.poll(() => ticks.length, { timeout: 10_000 }).toBeGreaterThan(before);
    delay.disable();
    expect(delay.max / 1_000_000).toBeLessThan(1000);
  } finally {
    vi.useRealTimers();
    ticking.stop();
  }
});
