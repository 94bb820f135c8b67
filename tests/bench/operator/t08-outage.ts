import { setTimeout as delay } from 'node:timers/promises';
import { isReady } from '@doorwright/operator/runtime/changes.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import type { Manifest } from './company.ts';
import { atMost, type Figure, none } from './figures.ts';
import { type Fault, startHttpFaults } from './http-faults.ts';
import { difference, requestsOf } from './requests.ts';
import type { Stage } from './scenario.ts';
import { pathOf, type World } from './world.ts';

const unwellSeconds = 30;

/** Changes them, and returns a check that each is Ready again. */
async function change({ rest, watched }: World, changed: readonly KubernetesObject[], description: string) {
  const call = {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { spec: { description } },
  } as const;
  const changes = new Map<string, number>();
  for (const { kind, metadata } of changed) {
    const path = pathOf({ kind, metadata } as Manifest, metadata.name);
    const after = await rest.json<KubernetesObject>({ ...call, path });
    changes.set(metadata.uid ?? '', after.metadata.generation ?? 0);
  }
  return () =>
    changed.every((object) => {
      const now = watched.get(object);
      return now && now.metadata.generation === changes.get(now.metadata.uid ?? '') && isReady(now);
    });
}

/** Counts the other objects that have changed. */
function othersOf({ watched }: World, changed: readonly KubernetesObject[]) {
  const isChanged = new Set(changed.map(({ metadata }) => metadata.uid));
  const versions = () =>
    new Map(
      watched
        .all()
        .flatMap(({ metadata }) => (isChanged.has(metadata.uid) ? [] : [[metadata.uid, metadata.resourceVersion]])),
    );
  const before = versions();
  return () => [...versions()].filter(([uid, version]) => before.get(uid) !== version).length;
}

const applicationsOf = ({ watched }: World, count: number) =>
  watched
    .all()
    .filter(({ kind }) => kind === 'Application')
    .slice(0, count);

/** The API answers slowly, with 429, or with errors. */
export async function unwell(stage: Stage): Promise<Figure[]> {
  const { world, sizes } = stage;
  await stage.operator.stop();
  const faults = await startHttpFaults(world.api.url);
  stage.operator = world.startOperator({ DOORWRIGHT_API_URL: faults.url });
  await stage.operator.said('Became the leader');
  const figures: Figure[] = [];
  const kinds = {
    slow: 'answers after 10 s',
    'too many': 'answers 429',
    failing: 'fails every fifth request',
  } as const;
  for (const [fault, what] of Object.entries(kinds)) {
    console.log(`  the API ${what} …`);
    faults.set(fault as Fault);
    const changed = applicationsOf(world, sizes.pending);
    const disturbed = othersOf(world, changed);
    const isDone = await change(world, changed, `The API ${what}`);
    await delay(unwellSeconds * 1000);
    figures.push(none('T8', `the API ${what} for ${unwellSeconds} s: others disturbed`, disturbed()));
    faults.set('none');
    const begun = performance.now();
    await world.watched.until(isDone, 600_000, 'All that were changed are Ready');
    const value = (performance.now() - begun) / 1000;
    figures.push(
      atMost('T8', `the API ${what} for ${unwellSeconds} s: all Ready after`, { limit: 60, value, unit: ' s' }),
    );
  }
  figures.push(none('T8', 'restarts of the operator meanwhile', stage.operator.hasEnded() ? 1 : 0));
  await stage.operator.stop();
  faults.stop();
  stage.operator = world.startOperator();
  await stage.operator.said('Became the leader');
  return figures;
}

/** The API is away while a thousand resources change. */
export async function outage({ world, operator, sizes }: Stage): Promise<Figure[]> {
  const { watched, toApi, rest } = world;
  const changed = applicationsOf(world, sizes.pending);
  const countDisturbed = othersOf(world, changed);
  toApi.refuse();
  const asked = await requestsOf(rest);
  const isDone = await change(world, changed, 'Changed while the API was away');
  await delay(sizes.outageMinutes * 60_000);
  const writes = difference(asked, await requestsOf(rest)).get('APPLY applications/status') ?? 0;
  const disturbed = countDisturbed();

  toApi.accept();
  const begun = performance.now();
  await watched.until(isDone, 600_000, 'All that were changed are Ready');
  const what = `${changed.length} changes, ${sizes.outageMinutes} min away`;
  return [
    atMost('T8', `${what}: all Ready after`, { limit: 60, value: (performance.now() - begun) / 1000, unit: ' s' }),
    atMost('T8', `${what}: status writes for each`, { limit: 1, value: writes / changed.length }),
    none('T8', `${what}: others disturbed`, disturbed),
    none('T8', `${what}: restarts of the operator`, operator.hasEnded() ? 1 : 0),
  ];
}
