import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');

export interface Started {
  stdout: string;
  stderr: string;
  /** Undefined while it runs. */
  exitCode: number | null | undefined;
  readyAfterMs: number | undefined;
  pid: number;
  ended: Promise<void>;
}

/** Runs `npm start` with these settings only. */
export function npmStart(settings: Record<string, string>): Started {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(DOORWRIGHT_|DATABASE_URL$|PORT$|HOST$)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...settings };
  const began = performance.now();
  // Its own process group, like a command in a terminal.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const started: Started = {
    stdout: '',
    stderr: '',
    exitCode: undefined,
    readyAfterMs: undefined,
    pid: child.pid as number,
    ended,
  };
  child.stdout.on('data', (text) => {
    started.stdout += text;
    if (started.stdout.includes('is ready at')) started.readyAfterMs ??= performance.now() - began;
  });
  child.stderr.on('data', (text) => {
    started.stderr += text;
  });
  child.once('close', (code) => {
    started.exitCode = code;
    resolve();
  });
  return started;
}

/** Waits until it serves. If it ends instead, throws its output. */
export async function ready(started: Started): Promise<Started> {
  await until(() => started.readyAfterMs !== undefined || started.exitCode !== undefined);
  if (started.readyAfterMs === undefined) throw new Error(`npm start ended: ${started.stderr}`);
  return started;
}

/** Sends Ctrl-C to every process of the group, including npm. */
export async function pressCtrlC({ pid, ended }: Started): Promise<void> {
  process.kill(-pid, 'SIGINT');
  await ended;
}

export async function until(holds: () => boolean, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${holds}`);
    await pause(20);
  }
}

/** The command lines of processes with this text, such as a data folder, in their arguments or environment. */
export const processesWith = (text: string): string[] => processes(text).map(({ command }) => command);

export function processes(text: string): { pid: number; command: string }[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(pid, 'cmdline').includes(text) || read(pid, 'environ').includes(text))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline') }));
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
