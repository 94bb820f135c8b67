import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

const repository = join(import.meta.dirname, '..', '..', '..');

/** Readers wait longer than that for nothing on a page. */
const patienceMs = 90_000;

/** `npx doorwright`, which a reader runs in their clone. */
function writeCommands(folder: string): void {
  const command = join(repository, 'operator', 'bin', 'doorwright.mjs');
  const npx = `#!/bin/sh\n[ "$1" = doorwright ] || { echo "A test runs no $1" >&2; exit 1; }\nshift\nexec "${process.execPath}" "${command}" "$@"\n`;
  mkdirSync(folder);
  writeFileSync(join(folder, 'npx'), npx);
  chmodSync(join(folder, 'npx'), 0o755);
}

/** Runs the commands of a page as one bash in an empty folder. The result is empty, or says what went wrong. */
export async function problemOf(script: string, settings: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'doorwright-guide-'));
  const [programs, work] = [join(folder, 'programs'), join(folder, 'work')];
  writeCommands(programs);
  mkdirSync(work);
  const { PATH = '', HOME = '' } = process.env;
  const path = [programs, settings.PATH ?? PATH].join(delimiter);
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: work,
    env: { HOME, ...settings, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const late = setTimeout(() => process.kill(-(bash.pid as number), 'SIGKILL'), patienceMs);
  const ended = new Promise<number | null>((resolve) => bash.once('close', resolve));
  const [said, faults, code] = await Promise.all([text(bash.stdout), text(bash.stderr), ended]);
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
  return code === 0 ? '' : `code ${code}\n${said}\n${faults}`;
}
