import { Refusal } from '../errors.ts';

interface Places {
  atOnce: number;
  waiting: number;
}

interface Waiting {
  begin: () => void;
  refuse: () => void;
}

const busy = () => new Refusal('busy', {}, { retryAfterSeconds: 1 });

/**
 * Limits heavy work with one line for each owner. Lines take turns, so a new owner waits for at most one task of
 * each other owner. If no place is free, the longest line loses its last task.
 */
export function createRoundRobinQueue({ atOnce, waiting }: Places) {
  /** In the order of turns. A line exists while a task waits in it. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let inLine = 0;

  function makeRoom(owner: string): void {
    if (inLine < waiting) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= (lines.get(owner)?.length ?? 0) + 1) throw busy();
    longest.pop()?.refuse();
    inLine--;
  }

  function begin(owner: string): Promise<void> | undefined {
    if (running < atOnce) {
      running++;
      return;
    }
    makeRoom(owner);
    inLine++;
    return new Promise((resolve, reject) => {
      const line = lines.get(owner) ?? [];
      lines.set(owner, line);
      line.push({ begin: resolve, refuse: () => reject(busy()) });
    });
  }

  function end(): void {
    const [next] = lines;
    if (!next) {
      running--;
      return;
    }
    const [owner, line] = next;
    // A line that still has tasks moves to the end. The next task takes the free place.
    lines.delete(owner);
    const first = line.shift();
    if (line.length > 0) lines.set(owner, line);
    inLine--;
    first?.begin();
  }

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    await begin(owner);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
