import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 500;

/** The last line of Postgres where processes of its last run still use its shared memory. */
const saysRemains = /Terminate any old server processes/;

/**
 * Starts Postgres also where its main process was killed and its other processes have not ended yet. They notice
 * it between two steps, so on a busy machine, or within a long statement, that takes a while.
 */
export async function pastRemains(
  begin: () => Promise<void>,
  lastOutput: () => string,
  { withinMs = 120_000 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let tries = 0; ; tries++) {
    try {
      return await begin();
    } catch (error) {
      if (!saysRemains.test(lastOutput()) || performance.now() > deadline) throw error;
    }
    if (tries === 0) process.stderr.write('Waiting for processes of the last Postgres to end\n');
    await pause(retryMs);
  }
}
