import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The operator as a process of its own, with what it says of itself. */
export interface Operator {
  pid: number;
  said(message: string): Promise<void>;
  /** A metric summed over its labels. */
  metric(name: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function startOperator(settings: Record<string, string>, flags: readonly string[] = []): Operator {
  const env = { ...process.env, PORT: '0', ...settings };
  const child: ChildProcess = spawn(process.execPath, [...flags, 'operator/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = new Map<string, Record<string, unknown>>();
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const said = JSON.parse(line) as { message: string };
    lines.set(said.message, said);
    waiting.get(said.message)?.();
  });
  const said = async (message: string) => {
    if (lines.has(message)) return;
    await new Promise<void>((resolve) => waiting.set(message, resolve));
  };
  return {
    pid: child.pid as number,
    said,
    async metric(name) {
      await said('Started');
      const answer = await fetch(`http://127.0.0.1:${lines.get('Started')?.port}/metrics`);
      const samples = (await answer.text()).split('\n').filter((line) => line.startsWith(name));
      return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
