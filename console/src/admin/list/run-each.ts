export interface Failure<T> {
  item: T;
  error: Error;
}

/** Few at once, so that the server has time for other users. */
const atOnce = 4;

/** Does one thing to many items. One failure does not stop the others; `signal` stops what has not begun. */
export async function runEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  { onDone, signal }: { onDone: (count: number) => void; signal: AbortSignal },
): Promise<Failure<T>[]> {
  const failures: Failure<T>[] = [];
  const waiting = items.values();
  let done = 0;
  const work = async () => {
    for (const item of waiting) {
      if (signal.aborted) return;
      try {
        await run(item);
      } catch (error) {
        failures.push({ item, error: error as Error });
      }
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}
