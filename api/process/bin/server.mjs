import { setTimeout as pause } from 'node:timers/promises';
import { exitCodeOf, reasonOf, runToEnd } from './child.mjs';

const firstPauseMs = 1000;
/** A server that ran for this long has recovered. */
const steadyMs = 60_000;
/** Starts in a row that end too early. After them somebody has to look. */
const mostEarlyEnds = 5;

/**
 * Runs the api until `stop`. If it ends by itself after it was ready, this says why and starts it again, with pauses of 1, 2, 4 and 8
 * seconds. A first start that fails has already said what to do. An api that was told to end has not failed. Returns the exit
 * code.
 */
export async function keepServer(node, args, { env, onReady, stop }) {
  let wasReady = false;
  let earlyEnds = 0;
  for (;;) {
    let readyAt;
    const onceReady = () => {
      readyAt = Date.now();
      if (!wasReady) onReady();
      wasReady = true;
    };
    const end = await runToEnd(node, args, { env, onReady: onceReady });
    if (stop.aborted || !wasReady || end.code === 0) return exitCodeOf(end);
    earlyEnds = readyAt !== undefined && Date.now() - readyAt > steadyMs ? 1 : earlyEnds + 1;
    const why = `The api ended (${reasonOf(end)})`;
    if (earlyEnds >= mostEarlyEnds) {
      process.stderr.write(
        `${why} ${earlyEnds} times in a row, so Doorwright stops. The reason stands above, or in the log.\n`,
      );
      return exitCodeOf(end);
    }
    const pauseMs = firstPauseMs * 2 ** (earlyEnds - 1);
    process.stderr.write(`${why} and starts again in ${pauseMs / 1000} s\n`);
    await pause(pauseMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return 0;
  }
}
