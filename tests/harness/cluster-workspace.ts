import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { quickFolder } from './quick-folder.ts';

export interface Daemon {
  /** Undefined while it runs. */
  readonly exit: string | undefined;
  readonly pid: number;
  signal(name: NodeJS.Signals): Promise<void>;
  /** The end of what it wrote, for error messages. */
  log(): string;
}

/** A temporary folder and the processes that live in it. They end with this process, even if it is killed. */
export interface Workspace {
  readonly dir: string;
  start(name: string, command: string, args: string[]): Daemon;
  /** Kills what still runs and removes the folder. */
  destroy(): Promise<void>;
}

// Reading ends when the last process that holds the pipe is gone, so nothing outlives a test run that was killed.
const reaperScript = 'read _; for f in "$0"/*.pid; do [ -f "$f" ] && kill -9 "$(cat "$f")"; done; rm -rf -- "$0"';

export function createWorkspace(): Workspace {
  const dir = mkdtempSync(join(quickFolder(), 'doorwright-cluster-'));
  // Detached, as is every daemon: an interrupt from the terminal reaches the test runner alone, which may still clean up.
  const reaper = spawn('sh', ['-c', reaperScript, dir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  unref(reaper);
  const daemons: Daemon[] = [];
  return {
    dir,
    start(name, command, args) {
      const daemon = startDaemon(dir, name, command, args);
      daemons.push(daemon);
      return daemon;
    },
    async destroy() {
      await Promise.all(daemons.map((daemon) => daemon.signal('SIGKILL')));
      if (reaper.exitCode !== null) return;
      const reaped = once(reaper, 'exit');
      reaper.ref();
      reaper.stdin?.end();
      await reaped;
    },
  };
}

function startDaemon(dir: string, name: string, command: string, args: string[]): Daemon {
  const logFile = join(dir, `${name}.log`);
  const output = openSync(logFile, 'a');
  const child = spawn(command, args, { cwd: dir, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  if (child.pid === undefined) throw new Error(`${command} cannot be started`);
  unref(child);
  const pidFile = join(dir, `${name}.pid`);
  writeFileSync(pidFile, String(child.pid));
  let exit: string | undefined;
  const exited = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      exit = `${name} ended with ${signal ?? `exit code ${code}`}`;
      rmSync(pidFile, { force: true });
      resolve();
    }),
  );
  return {
    pid: child.pid,
    get exit() {
      return exit;
    },
    async signal(signal) {
      child.ref();
      child.kill(signal);
      await exited;
    },
    log: () => readFileSync(logFile, 'utf8').slice(-3000),
  };
}

function unref(child: ChildProcess): void {
  child.unref();
  (child.stdin as Socket | null)?.unref();
}
