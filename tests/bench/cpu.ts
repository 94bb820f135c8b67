import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Clock ticks of the kernel's accounting: 100 a second on every Linux that we use. */
const ticksPerSecond = 100;

interface Stat {
  parent: number;
  ownSeconds: number;
  /** The time of ended children. */
  childSeconds: number;
  residentMiB: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0, pages = 0] = [1, 11, 12, 13, 14, 21].map(
      (index) => fields[index],
    );
    return {
      parent,
      ownSeconds: (user + system) / ticksPerSecond,
      childSeconds: (childUser + childSystem) / ticksPerSecond,
      residentMiB: (pages * 4096) / 2 ** 20,
    };
  } catch {
    return;
  }
}

/** A process and all its descendants. */
function familyOf(root: number): { pid: number; stat: Stat | undefined }[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const stats = new Map(pids.map((pid) => [pid, statOf(pid)]));
  const isOf = (pid: number): boolean =>
    pid === root || (pid > 1 && stats.get(pid) !== undefined && isOf(stats.get(pid)?.parent ?? 0));
  return pids.filter(isOf).map((pid) => ({ pid, stat: stats.get(pid) }));
}

/** CPU seconds of a process and its children so far, including ended ones. */
export const cpuSeconds = (root: number): number =>
  familyOf(root).reduce((sum, { stat }) => sum + (stat?.ownSeconds ?? 0) + (stat?.childSeconds ?? 0), 0);

function nanosecondsOfOne(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

/** CPU nanoseconds of a process and its children that run, each with one thread. Clock ticks are too coarse for short work. */
export const nanosecondsOf = (root: number): number =>
  familyOf(root).reduce((sum, { pid }) => sum + nanosecondsOfOne(pid), 0);

export const residentMiB = (pid: number): number => statOf(pid)?.residentMiB ?? 0;

/** Busy seconds of all processors of the machine so far, for all programs. */
export const busySeconds = (): number =>
  cpus().reduce((sum, { times: { idle: _, ...busy } }) => sum + Object.values(busy).reduce((a, b) => a + b), 0) / 1000;
