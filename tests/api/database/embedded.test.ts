import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startProcess } from '../../harness/process.ts';
import { makeQuickFolder, type QuickFolder } from '../../harness/quick-folder.ts';

let folder: QuickFolder;
let api: ApiProcess;
const start = () => startProcess('', { DOORWRIGHT_DATA_DIR: folder.dir, DOORWRIGHT_SECRET_KEY: '' });
const pidFile = () => join(folder.dir, 'postgres', 'postmaster.pid');
const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
const ready = async () => (await fetch(`${api.url}/readyz`)).status;

beforeAll(async () => {
  folder = makeQuickFolder('embedded');
  await chmod(folder.dir, 0o755);
  api = await start();
});
afterAll(async () => {
  await api.kill('SIGTERM');
  await folder.remove();
});

test('the embedded Postgres is restarted if it ends unexpectedly', async () => {
  const before = await postmaster();
  process.kill(before, 'SIGKILL');
  await expect.poll(ready).toBe(503);
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);
  expect(await postmaster()).not.toBe(before);
});

test('a failed restart is logged once, and succeeds as soon as the cause is fixed', async () => {
  const settings = join(folder.dir, 'postgres', 'postgresql.conf');
  const before = await readFile(settings, 'utf8');
  await writeFile(settings, `${before}\nno_such_setting = 1\n`);
  process.kill(await postmaster(), 'SIGKILL');
  const reasons = () => api.output().match(/^Postgres did not start in .+$/gm) ?? [];
  await expect.poll(reasons, { timeout: 15_000 }).toHaveLength(1);
  expect(reasons()[0]).toContain('configuration file');
  await writeFile(settings, before);
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);
  expect(reasons()).toHaveLength(1);
});

test('the files of a killed start are removed, and a process that now has its pid is left alone', async () => {
  await api.kill('SIGKILL');
  const orphan = await postmaster();
  process.kill(orphan, 'SIGKILL');
  await expect.poll(() => isThere(orphan)).toBe(false);
  const stranger = spawn('sleep', ['300']);
  const [, ...rest] = (await readFile(pidFile(), 'utf8')).split('\n');
  await writeFile(pidFile(), [stranger.pid, ...rest].join('\n'));
  api = await start();
  expect(await ready()).toBe(200);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  stranger.kill();
  await once(stranger, 'exit');
});

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
