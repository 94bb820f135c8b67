import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors.ts';

interface Places {
  atOnce: number;
  waiting: number;
}

/**
 * So many pieces of heavy work at once, so many waiting, and no more: a server that is asked for more says so at once
 * instead of answering everyone late.
 */
export function createWorkQueue({ atOnce, waiting }: Places) {
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

const mostKnown = 1000;

/** The same for many, of whom nobody has more than some of the places, however slow what he asks for is. */
export function createFairQueue({ all, each }: { all: Places; each: Places }) {
  const shared = createWorkQueue(all);
  const known = new LRUCache<string, typeof shared>({ max: mostKnown });
  return <T>(whose: string, work: () => Promise<T>): Promise<T> => {
    const own = known.get(whose) ?? createWorkQueue(each);
    known.set(whose, own);
    return own(() => shared(work));
  };
}
