import { availableParallelism } from 'node:os';

/**
 * Applies a slow step to all items, a few at a time: enough for every core, few enough that those who sign in meanwhile
 * wait for one hash and not for ten thousand.
 */
export async function hashAll<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const work = async () => {
    for (const [index, item] of entries) results[index] = await step(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
