import { setTimeout } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const rows = Array.from({ length: 4000 }, (_, row) =>
  Array.from({ length: 20 }, (_, cell) => `<cell>${row}-${cell}</cell>`).join(''),
);
const packed = deflateRawSync(rows.join('\n'));

/** A fixed piece of work, of the kind that the servers do: it unpacks a text, cuts it up, and collects the parts. */
function fixedWork(): void {
  const found = new Map<string, { place: number; words: string[] }>();
  const text = inflateRawSync(packed).toString();
  for (let at = text.indexOf('<cell>'); at >= 0; at = text.indexOf('<cell>', at + 1)) {
    const value = text.slice(at + 6, text.indexOf('<', at + 6));
    found.set(value, { place: at, words: value.split('-') });
  }
  JSON.parse(JSON.stringify([...found]));
}

/** Processor seconds of one round on a Xeon of November 2026 without other work. Bounds in seconds are meant for this machine. */
const referenceSeconds = 0.12;

/** Processor seconds of one round, in this thread. */
function roundSeconds(): number {
  const before = process.threadCpuUsage();
  fixedWork();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}

/** How many times slower than the reference this machine is now; 1 if it is faster. For a server in the process of its test. */
export const slownessNow = (): number => Math.max(1, Math.min(roundSeconds(), roundSeconds()) / referenceSeconds);

/**
 * How many times slower than the reference this machine is while something is done; 1 if it is faster. Processor time depends on
 * the processor, and on the other programs that share its caches. So the fixed work runs beside the work whose time has a bound.
 */
export async function slownessDuring(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work().finally(() => {
    isOver = true;
  });
  const seconds: number[] = [];
  while (!isOver || seconds.length < 3) {
    seconds.push(roundSeconds());
    await setTimeout(100);
  }
  await ended;
  const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  return Math.max(1, mean / referenceSeconds);
}

fixedWork();
