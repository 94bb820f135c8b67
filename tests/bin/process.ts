import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export type Run = typeof run;

/** Runs a program of the repository or the machine with its output, and returns its exit code. */
export function run(command: string, ...args: string[]): Promise<number> {
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

const running = new Set<ChildProcess>();

// The running program ends first and cleans up. Later programs do not start.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) {
      child.once('exit', () => process.exit(130));
      child.kill(signal);
    }
    if (running.size === 0) process.exit(130);
  });
}
