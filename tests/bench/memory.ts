import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loopback, startReceiver } from '../api/webhooks/receiver.ts';
import { residentMiB } from './cpu.ts';
import { inspect } from './inspected.ts';
import { mixedLoad } from './mixed-load.ts';
import { startServer } from './server.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    'idle-minutes': { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    'every-seconds': { type: 'string', default: '30' },
    'per-second': { type: 'string', default: '40' },
  },
});
const [idleMs, loadMs, everyMs, perSecond] = [
  Number(options['idle-minutes']) * 60_000,
  Number(options.minutes) * 60_000,
  Number(options['every-seconds']) * 1000,
  Number(options['per-second']),
];
const limits = { idleMiB: 170, loadMiB: 320, growthMiBAnHour: 20 };

const port = 19_000 + (process.pid % 1000);
const receiver = await startReceiver();
const server = await startServer({ flags: [`--inspect-port=127.0.0.1:${port}`], settings: loopback });
const { server: pid } = server.processes;
const rounded = (value: number) => Math.round(value * 10) / 10;

function judge(what: string, value: number, limit: number, unit: string): void {
  const isMet = value <= limit;
  console.log(`${isMet ? '✓' : '✗'} ${what}: ${rounded(value)} ${unit}, at most ${limit}`);
  if (!isMet) process.exitCode = 1;
}

/** Opens the inspector for one figure, because it takes memory itself. */
async function usedMiB(): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  await delay(2000);
  const inspected = await inspect(port);
  const used = await inspected.usedMiB();
  inspected.stop();
  return used;
}

try {
  await delay(idleMs);
  const idle = residentMiB(pid);
  console.log(`Idle for ${options['idle-minutes']} minutes: ${rounded(idle)} MiB`);
  const load = await mixedLoad(server.url, server.root, receiver.url);
  const ending = AbortSignal.timeout(loadMs);
  const running = load.run(ending, perSecond);
  const begun = performance.now();
  let half: { at: number; value: number } | undefined;
  let most = 0;
  while (!ending.aborted) {
    await Promise.race([delay(everyMs), running]);
    const at = performance.now() - begun;
    most = Math.max(most, residentMiB(pid));
    console.log(`${Math.round(at / 1000)} s, ${load.done} operations: ${rounded(residentMiB(pid))} MiB`);
    // In the first half, the server fills its caches up to their limits. A collection gives memory back, so only two are asked for.
    if (at > loadMs / 2) half ??= { at, value: await usedMiB() };
  }
  await running;
  const end = { at: performance.now() - begun, value: await usedMiB() };
  judge('Resident when idle', idle, limits.idleMiB, 'MiB');
  judge('Resident under load', most, limits.loadMiB, 'MiB');
  if (half) {
    const growth = ((end.value - half.value) * 3_600_000) / (end.at - half.at);
    judge('Growth of what is in use', growth, limits.growthMiBAnHour, 'MiB an hour');
  }
} finally {
  await server.stop();
  await receiver.stop();
}
