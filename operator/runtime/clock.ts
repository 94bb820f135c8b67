/** Time and chance as arguments, so that a test decides both. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `ms`; the answer cancels it. */
  after(ms: number, fn: () => void): () => void;
}

export type Random = () => number;

/** setTimeout fires at once beyond 2^31-1 ms; whoever waits longer is looked at again by the sweep anyway. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, Math.min(Math.max(ms, 0), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or as soon as the signal aborts: the caller looks at the signal itself. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
