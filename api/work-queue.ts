import { Refusal } from './http/errors.ts';

/**
 * So many pieces of heavy work at once, so many waiting, and no more: a server that is asked for more says so at once
 * instead of answering everyone late.
 */
export function createWorkQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = [];
  let running = 0;

  const begin = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running++;
      return;
    }
    if (line.length >= waiting) throw new Refusal('busy', {}, { retryAfterSeconds: 1 });
    return new Promise((resolve) => line.push(resolve));
  };

  const end = () => {
    const next = line.shift();
    // The place passes on to whoever waits longest.
    if (next) next();
    else running--;
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
