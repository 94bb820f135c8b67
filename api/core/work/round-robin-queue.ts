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

  function makeRoom(whose: string): void {
    if (inLine < waiting) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= (lines.get(whose)?.length ?? 0) + 1) throw busy();
    longest.pop()?.refuse();
    inLine--;
  }

  function begin(whose: string): Promise<void> | undefined {
    if (running < atOnce) {
      running++;
      return;
    }
    makeRoom(whose);
    inLine++;
    return new Promise((resolve, reject) => {
      const line = lines.get(whose) ?? [];
      lines.set(whose, line);
      line.push({ begin: resolve, refuse: () => reject(busy()) });
    });
  }

  function end(): void {
    const [next] = lines;
    if (!next) {
      running--;
      return;
    }
    const [whose, line] = next;
    // A line that still has tasks moves to the end. The next task takes the free place.
    lines.delete(whose);
    const first = line.shift();
    if (line.length > 0) lines.set(whose, line);
    inLine--;
    first?.begin();
  }

  return async <T>(whose: string, work: () => Promise<T>): Promise<T> => {
    await begin(whose);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
