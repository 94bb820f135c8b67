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
 * Heavy work of many, one line for each of them. Lines take turns, so that somebody new waits for one piece of work of each other,
 * however long their lines are. Where no place to wait is left, the longest line gives up its last one.
 */
export function createFairLines({ atOnce, waiting }: Places) {
  /** In the order of their turns; a line is here while somebody waits in it. */
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
    // The line goes to the end of the turns, if anybody is left in it. The place passes on.
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
