import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeQuickFolder } from '../quick-folder.ts';

export interface Daemon {
  /** Undefined while it runs. */
  readonly exit: string | undefined;
  readonly pid: number;
  signal(name: NodeJS.Signals): Promise<void>;
  /** The end of its output, for error messages. */
  log(): string;
}

/** A temporary folder and its processes. They end with this process, even if it is killed. */
export interface Workspace {
  readonly dir: string;
  start(name: string, command: string, args: string[]): Daemon;
  /** Kills the remaining processes and removes the folder. */
  destroy(): Promise<void>;
}

export function createWorkspace(): Workspace {
  const { dir, remove } = makeQuickFolder('cluster');
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
      await remove();
    },
  };
}

function startDaemon(dir: string, name: string, command: string, args: string[]): Daemon {
  const logFile = join(dir, `${name}.log`);
  const output = openSync(logFile, 'a');
  const child = spawn(command, args, { cwd: dir, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  if (child.pid === undefined) throw new Error(`${command} cannot be started`);
  child.unref();
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
