import { spawn } from 'node:child_process';

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// A terminal's Ctrl-C reaches this process twice, from the terminal and from npm; a person presses it again later than this.
const samePressMs = 500;

/**
 * Runs one child to its end and answers the exit code for this process. The child leads a process group of its own, so
 * that only we decide what reaches it: the first signal is passed on and the child ends cleanly; a second one ends the group.
 * `onReady` hears when the child says that it is; `stop` ends the child without a signal to us.
 */
export function runChild(command, args, { onReady, stop, ...options } = {}) {
  const stdio = ['ignore', 'inherit', 'inherit', ...(onReady ? ['ipc'] : [])];
  const child = spawn(command, args, { stdio, ...options, detached: true });
  if (onReady) child.once('message', onReady);
  let firstAt;
  const pass = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      // A closed terminal is a wish to end like any other.
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    } else if (Date.now() - firstAt > samePressMs) endGroup(child.pid, 'SIGKILL');
  };
  const end = () => child.kill('SIGTERM');
  for (const signal of endingSignals) process.on(signal, pass);
  stop?.addEventListener('abort', end);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // A child that was killed cannot end what it started, such as its Postgres; SIGINT is that one's fast, clean end.
      endGroup(child.pid, 'SIGINT');
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  }).finally(() => {
    for (const signal of endingSignals) process.off(signal, pass);
    stop?.removeEventListener('abort', end);
  });
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it, which is what we want.
  }
}
