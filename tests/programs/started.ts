import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramValues, Stack } from '@doorwright/programs/stacks.ts';

const programs = fileURLToPath(new URL('../../programs/', import.meta.url));

export interface Started {
  folder: string;
  output: () => string;
  stop: () => Promise<void>;
}

interface Run {
  /** In place of the stack's commands. */
  commands?: readonly string[];
  /** More files, by their paths. */
  files?: Readonly<Record<string, string>>;
  /** Prepares the folder before the commands run. */
  prepare?: (folder: string) => void;
  environment?: Record<string, string>;
  withinMs?: number;
}

/** The files that the stack lists, and no others, with the file of its values. */
export function programFolder({ name, files, envFile, env }: Stack, values: ProgramValues): string {
  const folder = mkdtempSync(join(tmpdir(), `doorwright-${name}-`));
  for (const file of files) cpSync(join(programs, name, file), join(folder, file));
  writeFileSync(join(folder, envFile), env(values));
  return folder;
}

/** Runs the commands of a stack in a copy of its folder, until its address answers. */
export async function startProgram(
  stack: Stack,
  values: ProgramValues,
  { commands = stack.commands, files = {}, prepare, environment = {}, withinMs = 60_000 }: Run = {},
): Promise<Started> {
  const folder = programFolder(stack, values);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  prepare?.(folder);
  const { port } = new URL(values.redirectUri);
  const { port: usual } = new URL(stack.origin);
  const script = commands.map((line) => line.replaceAll(usual, port)).join('\n');
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: folder,
    // A group of its own, so that it ends with all that it started.
    detached: true,
    env: { ...process.env, NODE_ENV: '', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const limit = Date.now() + withinMs;
  while (!(await answers(new URL(values.redirectUri).origin))) {
    if (child.exitCode === null && Date.now() < limit) continue;
    await stop();
    throw new Error(`${stack.name} is not ready: ${output.slice(-4000)}`);
  }
  return { folder, output: () => output, stop };
}

const answers = async (origin: string): Promise<boolean> => {
  const response = await fetch(origin, { redirect: 'manual' }).catch(() => undefined);
  await response?.body?.cancel();
  if (!response) await new Promise((resolve) => setTimeout(resolve, 100));
  return response !== undefined;
};

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-(child.pid as number), 'SIGKILL');
  await ended;
}
