import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statfsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const plenty = 4 * 2 ** 30;

/** Where data is kept that ends with the run: in memory, where there is plenty. Thousands of files come and go with the databases. */
function quickPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= plenty ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Reading ends when this process is gone, however it went: then the processes whose numbers stand in the folder are killed, and it goes.
 */
const reaperScript = `read _
for f in "$0"/*.pid "$0"/*/postmaster.pid; do [ -f "$f" ] && kill -9 "$(head -n 1 "$f")"; done
rm -rf -- "$0" || { sleep 2; rm -rf -- "$0"; }`;

export interface QuickFolder {
  readonly dir: string;
  remove(): Promise<void>;
}

/** A folder that ends with this process, even if that is killed; so does what runs in it and says so in a `.pid` file. */
export function makeQuickFolder(name: string): QuickFolder {
  const dir = mkdtempSync(join(quickPlace(), `doorwright-${name}-`));
  // Detached: an interrupt from the terminal reaches the test runner alone, which may still clean up.
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
