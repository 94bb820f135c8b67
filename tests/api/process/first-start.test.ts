import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder, expectTakenUp, firstStart, interrupt, readyMs } from './first-starts.ts';

/** Two whole starts, each as slow as a busy machine may be. */
const testMs = 3 * readyMs;

const unfinished = (folder: string) => readdirSync(folder).some((name) => name.startsWith('postgres.new-'));

test.each<[string, boolean, (folder: string) => boolean]>([
  ['Postgres makes its files', false, unfinished],
  ['the first password was made, and nobody has seen it', true, (folder) => existsSync(join(folder, 'first-password'))],
])(
  '35.41 a first start that is killed while %s is taken up by the next one',
  { timeout: testMs },
  async (_, all, isThere) => {
    const { folder } = dataFolder();
    const first = await firstStart(folder);
    await expect.poll(() => isThere(folder), { interval: 1, timeout: readyMs }).toBe(true);
    await interrupt(first, all);
    expect(first.output).toBe('');
    await expectTakenUp(folder, first);
    expect(unfinished(folder) || existsSync(join(folder, 'first-password'))).toBe(false);
  },
);

test('35.37 a data folder with files of something else is refused with one sentence, and stays as it is', async () => {
  const { folder: home } = dataFolder();
  writeFileSync(join(home, 'thesis.txt'), 'not ours');
  mkdirSync(join(home, 'uploads'));
  chmodSync(home, 0o700);
  const started = await firstStart(home);
  await started.ended;
  expect(started.child.exitCode).toBe(1);
  expect(started.output).toBe(
    `The data folder ${home} holds files of something else, such as thesis.txt; set DOORWRIGHT_DATA_DIR to an empty or a new folder.\n`,
  );
  expect(readdirSync(home).sort()).toEqual(['thesis.txt', 'uploads']);
  expect(readFileSync(join(home, 'thesis.txt'), 'utf8')).toBe('not ours');
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test.runIf(process.getuid?.() === 0)('35.37 an empty data folder that only root enters keeps its mode', async () => {
  const { folder: closed } = dataFolder();
  chmodSync(closed, 0o700);
  const started = await firstStart(closed);
  await started.ended;
  expect(started.output).toContain(`who cannot enter ${closed}`);
  expect(readdirSync(closed)).toEqual([]);
  expect(statSync(closed).mode & 0o777).toBe(0o700);
});
