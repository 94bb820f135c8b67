import type { Declared } from '../reconcilers/core/resource.ts';
import { managedLabel } from '../reconcilers/secrets/owned-secret.ts';
import { issuedAnnotation } from '../reconcilers/secrets/rotation.ts';
import type { Controller } from '../runtime/controller.ts';
import type { Metrics } from '../runtime/observe/metrics.ts';

/** The age of the oldest difference and of the oldest Secret that the operator made, by kind. */
export function setAgeMetrics({ kinds, secrets }: Controller, metrics: Metrics, now: number): void {
  const oldest = (times: Iterable<string | undefined>): number => {
    let first = now;
    for (const time of times) first = Math.min(first, Date.parse(time ?? '') || now);
    return (now - first) / 1000;
  };
  const issued = Map.groupBy(
    [...secrets.metadata.values()].filter(({ metadata }) => metadata.labels?.[managedLabel] === 'true'),
    ({ metadata }) => metadata.ownerReferences?.[0]?.kind ?? '',
  );
  for (const { reconciler, store } of kinds.all()) {
    const { kind } = reconciler.resource;
    const objects = [...store.values()] as Declared[];
    const drift = objects.flatMap(({ status }) => status?.drift?.map(({ since }) => since) ?? []);
    metrics.driftAge.set({ kind }, oldest(drift));
    const times = (issued.get(kind) ?? []).map(
      ({ metadata }) => metadata.annotations?.[issuedAnnotation] ?? metadata.creationTimestamp,
    );
    if (times.length > 0) metrics.secretAge.set({ kind }, oldest(times));
  }
}
