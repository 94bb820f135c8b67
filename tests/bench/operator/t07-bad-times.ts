import { setTimeout as delay } from 'node:timers/promises';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import type { Manifest } from './company.ts';
import { atMost, type Figure, none } from './figures.ts';
import type { Stage } from './scenario.ts';
import { pathOf } from './world.ts';

/** Changes a resource through the API server, with retries while it is away. */
async function edit({ world }: Stage, object: KubernetesObject, displayName: string): Promise<void> {
  const call = {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { spec: { displayName } },
  } as const;
  const path = pathOf(object as Manifest, object.metadata.name);
  for (;;) {
    try {
      return void (await world.rest.json({ ...call, path }));
    } catch {
      await delay(200);
    }
  }
}

/** The time from the end of the failure until the API has every edit. */
async function converged({ world, operator }: Stage, wanted: ReadonlyMap<string, string>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const rows = await world
      .db('applications')
      .whereIn('name', [...wanted.keys()])
      .select('name', 'display_name');
    if (rows.every(({ name, display_name }) => wanted.get(name) === display_name))
      return (performance.now() - begun) / 1000;
    if (operator.hasEnded() || performance.now() - begun > 120_000) return Number.POSITIVE_INFINITY;
    await delay(20);
  }
}

type Trouble = [what: string, cause: (stage: Stage, between: () => Promise<void>) => Promise<void>];

const troubles = (cutMinutes: number): Trouble[] => [
  [
    `watches cut every 5 s for ${cutMinutes} min`,
    async ({ world }, between) => {
      for (let cut = 0; cut < cutMinutes * 12; cut++) {
        await delay(5000);
        world.toCluster.cut();
        await between();
      }
    },
  ],
  [
    'API server killed and started',
    async ({ world: { cluster } }, between) => {
      await cluster.stopApiServer();
      const [,] = await Promise.all([cluster.startApiServer(), between()]);
    },
  ],
  [
    'place in the history lost (410)',
    async ({ world: { cluster, toCluster } }, between) => {
      toCluster.refuse();
      await between();
      await cluster.restartApiServer();
      toCluster.accept();
    },
  ],
  [
    'half-open connections for 7 s',
    async ({ world: { toCluster } }, between) => {
      toCluster.swallow(true);
      await between();
      await delay(7000);
      toCluster.swallow(false);
      toCluster.cut();
    },
  ],
];

export async function badTimes(stage: Stage): Promise<Figure[]> {
  const { world, operator, sizes } = stage;
  const objects = world.watched.all().filter(({ kind }) => kind === 'Application');
  const wanted = new Map<string, string>();
  let turn = 0;
  const editSome = async () => {
    for (let index = 0; index < 5; index++) {
      const object = objects[turn++ % objects.length] as KubernetesObject;
      const displayName = `Edit ${turn}`;
      await edit(stage, object, displayName);
      wanted.set(object.metadata.name, displayName);
    }
  };
  const figures: Figure[] = [];
  for (const [what, cause] of troubles(sizes.cutMinutes)) {
    console.log(`  ${what} …`);
    await cause(stage, editSome);
    const more = `${wanted.size} edited so far`;
    figures.push(
      atMost('T7', `${what}: converged after`, { limit: 10, value: await converged(stage, wanted), unit: ' s', more }),
    );
  }
  return [...figures, none('T7', 'restarts of the operator', operator.hasEnded() ? 1 : 0)];
}
