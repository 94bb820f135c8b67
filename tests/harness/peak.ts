import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const mebibyte = 2 ** 20;

function statusOf(pid: number, field: string): number {
  const [, kibibytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

const resident = (pid: number): number =>
  process.platform === 'linux'
    ? statusOf(pid, 'VmRSS')
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/**
 * The largest growth of a process's memory during some work. Linux records the peak and resets it on request. On other systems,
 * the memory is read ten times a second.
 */
export async function peakGrowthMiB(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = resident(pid);
  const keepsMark = process.platform === 'linux';
  let most = before;
  if (keepsMark) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const looking = keepsMark ? undefined : setInterval(() => (most = Math.max(most, resident(pid))), 100);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  if (keepsMark) most = statusOf(pid, 'VmHWM');
  return (Math.max(most, before) - before) / mebibyte;
}
