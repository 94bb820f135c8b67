import { setTimeout } from 'node:timers/promises';
import { cpuSeconds } from './cpu.ts';

export interface Processes {
  server: number;
  postgres: number;
}

export interface Figures {
  what: string;
  operations: number;
  p50ms: number;
  p95ms: number;
  /** CPU milliseconds for one operation: of our process, and of Postgres. */
  serverCpuMs: number;
  postgresCpuMs: number;
  /** Operations for each second of one core, of our process and Postgres together. */
  perSecondPerCore: number;
  /** Operations for each second, including the client's own work. */
  perSecond: number;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const rounded = (value: number) => Math.round(value * 100) / 100;

interface Plan {
  what: string;
  operations: number;
  /** The number of simultaneous operations. */
  atOnce?: number;
  /** The number of operations to warm up, until Node has compiled the code. The default is a tenth. */
  warmUp?: number;
  operation: (index: number) => Promise<unknown>;
}

/** Runs an operation many times after a warm-up, and returns the cost of one. */
export async function measure(
  { server, postgres }: Processes,
  { what, operations, atOnce = 4, warmUp = Math.ceil(operations / 10), operation }: Plan,
): Promise<Figures> {
  const times: number[] = [];
  const run = async (count: number, keep: boolean) => {
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < count; index = next++) {
        const begun = performance.now();
        await operation(index);
        if (keep) times.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  await run(warmUp, false);
  const before = [cpuSeconds(server), cpuSeconds(postgres)];
  const begun = performance.now();
  await run(operations, true);
  const seconds = (performance.now() - begun) / 1000;
  const after = [cpuSeconds(server), cpuSeconds(postgres)];
  times.sort((a, b) => a - b);
  const spent = after.map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / operations);
  const [serverCpuMs = 0, postgresCpuMs = 0] = spent;
  return {
    what,
    operations,
    p50ms: rounded(percentile(times, 0.5)),
    p95ms: rounded(percentile(times, 0.95)),
    serverCpuMs: rounded(serverCpuMs),
    postgresCpuMs: rounded(postgresCpuMs),
    perSecondPerCore: Math.round(1000 / (serverCpuMs + postgresCpuMs)),
    perSecond: Math.round((operations / seconds) * 10) / 10,
  };
}

/** The time of operations that start at a steady pace, even if earlier ones still run. Servers get requests like this. */
export async function atPace(perSecond: number, operations: number, operation: (index: number) => Promise<unknown>) {
  const begun = performance.now();
  const one = async (index: number) => {
    const due = begun + (index * 1000) / perSecond;
    await setTimeout(due - performance.now());
    await operation(index);
    return performance.now() - due;
  };
  const times = await Promise.all(Array.from({ length: operations }, (_, index) => one(index)));
  times.sort((a, b) => a - b);
  return { p50ms: rounded(percentile(times, 0.5)), p95ms: rounded(percentile(times, 0.95)) };
}
