import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** The operator as its own process, started like its pod, with its metrics and log. */
export interface Operator {
  pid: number;
  said(message: string): Promise<void>;
  /** Its caches are complete, with or without the lease. */
  synced(): Promise<void>;
  /** The sum of the metrics with this prefix. */
  metric(...beginnings: string[]): Promise<number>;
  /** The number of warnings and errors, by message. */
  complaints: ReadonlyMap<string, number>;
  hasEnded(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** As in its pod: 65 % of the chart's limit, which node knows only inside of a container. */
const chartFlags = ['--max-semi-space-size=8', `--max-old-space-size=${Math.floor(384 * 0.65)}`];

export function startOperator(settings: Record<string, string>, flags: readonly string[] = []): Operator {
  const env = { ...process.env, PORT: '0', ...settings };
  const child: ChildProcess = spawn(process.execPath, [...chartFlags, ...flags, 'operator/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = new Map<string, Record<string, unknown>>();
  const complaints = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const said = JSON.parse(line) as { message: string; level: string; error?: { message: string } };
    if (said.level !== 'info') {
      const what = `${said.message}${said.error ? `: ${said.error.message.slice(0, 120)}` : ''}`;
      complaints.set(what, (complaints.get(what) ?? 0) + 1);
    }
    lines.set(said.message, said);
    waiting.get(said.message)?.();
  });
  const said = async (message: string) => {
    if (lines.has(message)) return;
    await new Promise<void>((resolve) => waiting.set(message, resolve));
  };
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ask = (path: string) => fetch(`http://127.0.0.1:${lines.get('Started')?.port}${path}`);
  return {
    pid: child.pid as number,
    said,
    async synced() {
      await said('Started');
      while (!(await ask('/readyz')).ok) await delay(50);
    },
    async metric(...beginnings) {
      await said('Started');
      const lines = (await (await ask('/metrics')).text()).split('\n');
      const samples = lines.filter((line) => beginnings.some((beginning) => line.startsWith(beginning)));
      return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
    complaints,
    hasEnded,
    async stop(signal = 'SIGTERM') {
      if (hasEnded()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
