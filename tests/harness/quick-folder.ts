import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statfsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const plenty = 4 * 2 ** 30;

/** The place for data that ends with the run: memory, if there is enough. The databases create and delete thousands of files. */
function quickPlace(needed: number): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** `read` ends when this process has ended for any reason. Then the script kills the processes of the folder's `.pid` files and removes it. */
const reaperScript = `read _
for f in "$0"/*.pid "$0"/*/postmaster.pid; do [ -f "$f" ] && kill -9 "$(head -n 1 "$f")"; done
rm -rf -- "$0" || { sleep 2; rm -rf -- "$0"; }`;

export interface QuickFolder {
  readonly dir: string;
  remove(): Promise<void>;
}

/** A folder that is removed when this process ends, even if it is killed. Processes with a `.pid` file in it end too. */
export function makeQuickFolder(name: string, needed = plenty): QuickFolder {
  const dir = mkdtempSync(join(quickPlace(needed), `doorwright-${name}-`));
  // Detached, so that an interrupt of the terminal reaches only the test runner, which may still clean up.
  const reaper = spawn('sh', ['-c', reaperScript, dir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  reaper.unref();
  (reaper.stdin as unknown as Socket).unref();
  return {
    dir,
    async remove() {
      if (reaper.exitCode !== null) return;
      const reaped = once(reaper, 'exit');
      reaper.ref();
      reaper.stdin.end();
      await reaped;
    },
  };
}
