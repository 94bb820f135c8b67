import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `npx doorwright …` as a process with these settings only. */
export async function doorwright(args: string[], settings: Record<string, string>): Promise<Said> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['operator/bin/doorwright.mjs', ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
