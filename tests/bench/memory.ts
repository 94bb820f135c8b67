import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentMiB } from './cpu.ts';
import { inspect, type Memory } from './inspected.ts';
import { mixedLoad } from './mixed-load.ts';
import { startServer } from './server.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    'idle-minutes': { type: 'string', default: '5' },
    minutes: { type: 'string', default: '15' },
    'every-seconds': { type: 'string', default: '30' },
  },
});
const [idleMs, loadMs, everyMs] = [
  Number(options['idle-minutes']) * 60_000,
  Number(options.minutes) * 60_000,
  Number(options['every-seconds']) * 1000,
];
const limits = { idleMiB: 150, loadMiB: 250, growthMiBAnHour: 20 };

const port = 19_000 + (process.pid % 1000);
const server = await startServer({ flags: [`--inspect-port=127.0.0.1:${port}`] });
const { server: pid } = server.processes;
let inspected: Awaited<ReturnType<typeof inspect>> | undefined;
const rounded = (value: number) => Math.round(value * 10) / 10;
const shown = ({ residentMiB, heapMiB }: Memory) =>
  `${rounded(residentMiB)} MiB resident, ${rounded(heapMiB)} MiB of heap in use`;

function judge(what: string, value: number, limit: number, unit: string): void {
  const isMet = value <= limit;
  console.log(`${isMet ? '✓' : '✗'} ${what}: ${rounded(value)} ${unit}, at most ${limit}`);
  if (!isMet) process.exitCode = 1;
}

/** The slope of the linear regression. */
function slope(points: readonly { at: number; value: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(points.map((point) => point.at)), mean(points.map((point) => point.value))];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0) / spread;
}

try {
  await delay(idleMs);
  // The inspector itself takes memory, so it comes later.
  const idle = residentMiB(pid);
  process.kill(pid, 'SIGUSR1');
  await delay(2000);
  inspected = await inspect(port);
  console.log(
    `Idle for ${options['idle-minutes']} minutes: ${rounded(idle)} MiB; then ${shown(await inspected.memory())}`,
  );

  const load = await mixedLoad(server.url, server.root);
  const ending = AbortSignal.timeout(loadMs);
  const running = load.run(ending);
  const heap: { at: number; value: number }[] = [];
  let most = 0;
  const begun = performance.now();
  while (!ending.aborted) {
    await Promise.race([delay(everyMs), running]);
    const memory = await inspected.memory();
    const at = (performance.now() - begun) / 3_600_000;
    most = Math.max(most, memory.residentMiB);
    heap.push({ at, value: memory.heapMiB });
    console.log(`${Math.round(at * 3600)} s, ${load.done} operations: ${shown(memory)}`);
  }
  await running;
  // In the first third, the server fills its caches up to their limits.
  const settled = heap.slice(Math.floor(heap.length / 3));
  judge('Resident when idle', idle, limits.idleMiB, 'MiB');
  judge('Resident under load', most, limits.loadMiB, 'MiB');
  judge('Growth of the heap', slope(settled), limits.growthMiBAnHour, 'MiB an hour');
} finally {
  inspected?.stop();
  await server.stop();
}
