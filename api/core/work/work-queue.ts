import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors.ts';

interface Places {
  atOnce: number;
  waiting: number;
}

/**
 * Limits heavy work: a number of tasks at once, a number of waiting tasks, and a refusal for all others. An
 * overloaded server says so at once instead of answering everyone late.
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
    // The task that waits longest takes the free place.
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

/** The same for many owners. An owner never has more than a part of the places, however slow their tasks are. */
export function createQueuePerOwner({ all, each }: { all: Places; each: Places }) {
  const shared = createWorkQueue(all);
  const known = new LRUCache<string, typeof shared>({ max: mostKnown });
  return <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const own = known.get(owner) ?? createWorkQueue(each);
    known.set(owner, own);
    return own(() => shared(work));
  };
}
