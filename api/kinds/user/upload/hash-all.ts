import { availableParallelism } from 'node:os';

/**
 * Runs a slow step for all items, one for each core at a time. So users who sign in meanwhile wait for one hash
 * and not for ten thousand.
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
