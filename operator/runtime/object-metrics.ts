import { isReady } from './changes.ts';
import type { Kind } from './kinds.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import type { Metrics } from './observe/metrics.ts';
import { statusOf } from './status.ts';
import type { Change } from './store.ts';

/** Counts at each scrape, which takes a millisecond for ten thousand objects. */
export function countObjects(kinds: Iterable<Kind>, metrics: Metrics): void {
  for (const { reconciler, store } of kinds) {
    const { kind } = reconciler.resource;
    const counts = { True: 0, False: 0, Unknown: 0 };
    let paused = 0;
    for (const object of store.values()) {
      const ready = statusOf(object).conditions?.find(({ type }) => type === 'Ready');
      counts[ready?.status ?? 'Unknown']++;
      if (ready?.reason === 'Paused') paused++;
    }
    for (const [ready, count] of Object.entries(counts)) metrics.objects.set({ kind, ready }, count);
    metrics.paused.set({ kind }, paused);
  }
}

/** The time from creation to the first Ready. Later generations do not count. */
export function timeToReady(change: Change<KubernetesObject>, now: number): number | undefined {
  if (change.type !== 'updated' || !isReady(change.object) || isReady(change.previous)) return undefined;
  const { generation, creationTimestamp } = change.object.metadata;
  return generation === 1 && creationTimestamp ? Math.max(0, now - Date.parse(creationTimestamp)) / 1000 : undefined;
}
