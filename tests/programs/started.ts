import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramValues, Stack } from '@doorwright/programs/stacks.ts';
import { run } from '../harness/run-program.ts';

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
  const { origin, port } = new URL(values.redirectUri);
  const { port: usual } = new URL(stack.origin);
  const lines = commands.map((line) => line.replaceAll(usual, port));
  const program = await startFolder(folder, origin, lines, { environment, withinMs });
  return {
    ...program,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs commands in a folder, until the address of its program answers. */
export async function startFolder(
  folder: string,
  origin: string,
  commands: readonly string[],
  { environment = {}, withinMs = 60_000 }: Pick<Run, 'environment' | 'withinMs'> = {},
): Promise<Started> {
  const own = { NODE_ENV: '', ...environment, PORT: new URL(origin).port };
  const script = ['-e', '-c', commands.join('\n')];
  return { folder, ...(await run('sh', script, origin, { cwd: folder, environment: own, withinMs })) };
}
