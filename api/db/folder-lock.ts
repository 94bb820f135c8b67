import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The start time of a process. The system may reuse a process id, and the start time tells the two processes apart. */
async function beginningOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
}

/** The running process that holds the folder, if any. */
async function holderOf(file: string): Promise<number | undefined> {
  const [pid, beginning] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ');
  if (!pid || Number(pid) === process.pid || !isAlive(Number(pid))) return;
  return (await beginningOf(Number(pid))) === (beginning ?? '') ? Number(pid) : undefined;
}

/** Locks the folder for this process. Returns the process that holds it, or a function that releases it. */
export async function lockFolder(file: string): Promise<{ holder: number } | { release: () => Promise<void> }> {
  const content = `${process.pid} ${await beginningOf(process.pid)}\n`;
  for (;;) {
    try {
      await writeFile(file, content, { flag: 'wx', mode: 0o600 });
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await holderOf(file);
    if (holder) return { holder };
    await rm(file, { force: true });
  }
}

/** The command line of a process, or an empty text if the system does not give it. */
async function commandOf(pid: number): Promise<string> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command ?? spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/**
 * Ends a process whose parent was killed, and waits until it is gone. After a reboot, its id may belong to another
 * program. So only a process with the folder in its command line is ended.
 */
export async function endOrphan(
  pid: number,
  folder: string,
  { withinMs = 60_000 } = {},
): Promise<'none' | 'ours' | 'foreign'> {
  if (!isAlive(pid)) return 'none';
  if (!(await commandOf(pid)).includes(folder)) return 'foreign';
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + withinMs;
  while (isAlive(pid) && performance.now() < deadline) await pause(50);
  return isAlive(pid) ? 'ours' : 'none';
}
