/** Time and randomness are arguments, so that tests control both. */
export interface Clock {
  now(): number;
  /** Calls `fn` once after `ms`. The returned function cancels it. */
  after(ms: number, fn: () => void): () => void;
}

export type Random = () => number;

/** setTimeout fires at once beyond 2^31-1 ms, so longer times are cut. The sweep comes earlier anyway. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, Math.min(Math.max(ms, 0), longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or when the signal aborts. The caller checks the signal. */
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
