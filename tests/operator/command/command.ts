import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { doorwright as command } from '@doorwright/operator/bin/doorwright/run.ts';

export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts `npx doorwright …` as a process with these settings only. A detached one leads its group: the command starts a process of its own. */
export function startDoorwright(args: string[], settings: Record<string, string>, detached = false) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return spawn(process.execPath, ['operator/bin/doorwright.mjs', ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
}

/** The same until its end. */
export async function doorwright(args: string[], settings: Record<string, string>): Promise<Said> {
  const child = startDoorwright(args, settings);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The same in this process, which costs a hundredth. Each command has one test as a process. */
export async function doorwrightHere(args: string[], env: Record<string, string>): Promise<Said> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await command(args, { env, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, note] = await said;
  return { code, stdout: out, stderr: note };
}
