import { spawn } from 'node:child_process';

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// Ctrl-C in a terminal reaches this process twice: from the terminal, and from npm. A person's second Ctrl-C comes
// later than this.
const samePressMs = 500;

/**
 * Runs a child process and returns how it ended. The child has its own process group, so this process decides which
 * signals reach it. The first signal goes to the child, which then ends cleanly. The second one ends the group.
 * `onReady` is called when the child is ready, and `stop` ends the child.
 */
export function runToEnd(command, args, { onReady, stop, ...options } = {}) {
  const stdio = ['ignore', 'inherit', 'inherit', ...(onReady ? ['ipc'] : [])];
  const child = spawn(command, args, { stdio, ...options, detached: true });
  if (onReady) child.once('message', onReady);
  let firstAt;
  const pass = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      // Closing the terminal ends the program like any other signal.
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    } else if (Date.now() - firstAt > samePressMs) endGroup(child.pid, 'SIGKILL');
  };
  const end = () => child.kill('SIGTERM');
  for (const signal of endingSignals) process.on(signal, pass);
  stop?.addEventListener('abort', end);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // A killed child cannot stop what it started, such as Postgres. SIGINT is Postgres's fast, clean stop.
      endGroup(child.pid, 'SIGINT');
      resolve({ code, signal });
    });
  }).finally(() => {
    for (const signal of endingSignals) process.off(signal, pass);
    stop?.removeEventListener('abort', end);
  });
}

/** The exit code of this process after such an end. */
export const exitCodeOf = ({ code, signal }) => code ?? (signal === 'SIGINT' ? 130 : 1);

/** How a child ended, for a person. */
export const reasonOf = ({ code, signal }) => (signal ? `killed by ${signal}` : `exit code ${code}`);

/** Runs a child process and returns the exit code for this process. */
export const runChild = async (command, args, options) => exitCodeOf(await runToEnd(command, args, options));

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty already.
  }
}
