import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Running {
  output: () => string;
  stop: () => Promise<void>;
}

interface How {
  environment?: Readonly<Record<string, string>>;
  cwd?: string;
  withinMs?: number;
}

/** Runs a program until its address answers. It ends with all that it started. */
export async function run(
  command: string,
  args: readonly string[],
  address: string | { port: number },
  { environment = {}, cwd, withinMs = 60_000 }: How = {},
): Promise<Running> {
  const child = spawn(command, args, {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd && { cwd }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const limit = Date.now() + withinMs;
  while (!(await answers(address))) {
    if (child.exitCode === null && Date.now() < limit) continue;
    await end(child);
    throw new Error(`${command} does not answer at ${JSON.stringify(address)}: ${output.slice(-4000)}`);
  }
  return { output: () => output, stop: () => end(child) };
}

/** A program without HTTP answers where it takes a connection. */
function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 100, false));
  }).finally(() => socket.destroy());
}

async function answers(address: string | { port: number }): Promise<boolean> {
  if (typeof address !== 'string') return listens(address.port);
  const response = await fetch(address, { redirect: 'manual' }).catch(() => undefined);
  await response?.body?.cancel();
  if (!response) await new Promise((resolve) => setTimeout(resolve, 100));
  return response !== undefined;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGTERM');
  const late = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}
