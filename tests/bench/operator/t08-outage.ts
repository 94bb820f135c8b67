import { setTimeout as delay } from 'node:timers/promises';
import { isReady } from '@doorwright/operator/runtime/changes.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { atMost, type Figure, none } from './figures.ts';
import { difference, requestsOf } from './requests.ts';
import type { Stage } from './scenario.ts';
import { pathOf } from './world.ts';

/** The identity API is away while a thousand resources are changed. */
export async function outage({ world, operator, sizes }: Stage): Promise<Figure[]> {
  const { watched, toApi, rest } = world;
  const all = watched.all();
  const changed = all.filter(({ kind }) => kind === 'Application').slice(0, sizes.pending);
  const isChanged = new Set(changed.map(({ metadata }) => metadata.uid));
  const others = () => watched.all().filter(({ metadata }) => !isChanged.has(metadata.uid));
  const versions = () => JSON.stringify(others().map(({ metadata }) => metadata.resourceVersion));
  const untouched = versions();
  toApi.refuse();
  const asked = await requestsOf(rest);
  const body = { spec: { description: 'Changed while the API is away' } };
  const call = { method: 'PATCH', contentType: 'application/merge-patch+json', body } as const;
  for (const { kind, metadata } of changed)
    await rest.json({ ...call, path: pathOf({ kind, metadata } as never, metadata.name) });
  await delay(sizes.outageMinutes * 60_000);
  const writes = difference(asked, await requestsOf(rest)).get('APPLY applications/status') ?? 0;
  const disturbed = versions() === untouched ? 0 : 1;

  toApi.accept();
  const begun = performance.now();
  const current = ({ metadata }: KubernetesObject) =>
    watched.get({ kind: 'Application', metadata } as KubernetesObject);
  const isDone = () => changed.every((object) => isReady(current(object) ?? object));
  await watched.until(isDone, 600_000, 'All that were changed are Ready');
  const what = `${changed.length} changes, ${sizes.outageMinutes} min away`;
  return [
    atMost('T8', `${what}: all Ready after`, { limit: 60, value: (performance.now() - begun) / 1000, unit: ' s' }),
    atMost('T8', `${what}: status writes for each`, { limit: 1, value: writes / changed.length }),
    none('T8', `${what}: others disturbed`, disturbed),
    none('T8', `${what}: restarts of the operator`, operator.hasEnded() ? 1 : 0),
  ];
}
