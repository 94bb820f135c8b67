import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine. */
const ticksPerSecond = 100;

interface Usage {
  parent: number;
  ticks: number;
}

/** User and system time of one process and of its children that ended. Undefined if the process is gone. */
function usageOf(pid: string): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a program may contain spaces, and ends with the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return { parent: Number(fields[1]), ticks: user + system + childrenUser + childrenSystem };
  } catch {
    return undefined;
  }
}

function allUsages(): Map<number, Usage> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      const usage = usageOf(pid);
      return usage ? [[Number(pid), usage] as const] : [];
    }),
  );
}

function isWithin(root: number, pid: number, usages: Map<number, Usage>): boolean {
  for (let each: number | undefined = pid; each; each = usages.get(each)?.parent) if (each === root) return true;
  return false;
}

/**
 * Seconds of processor time that a process and everything it started have used so far. Processes that ended count with their
 * parent. Machines without /proc tell the time of this process alone.
 */
export function processorSeconds(root = process.pid): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const usages = allUsages();
  let ticks = 0;
  for (const [pid, usage] of usages) if (isWithin(root, pid, usages)) ticks += usage.ticks;
  return ticks / ticksPerSecond;
}
