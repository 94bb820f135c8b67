import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptCluster } from '../../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { eventually, theUser } from '../world/cluster-world.ts';
import { anOperator, painted, widgetReconciler, widgetUser } from '../world/widgets.ts';

let cluster: Cluster;
let user: ReturnType<typeof widgetUser>;
let operator: Awaited<ReturnType<typeof anOperator>>;

/** A broken object takes a while. */
const widgets = widgetReconciler((widget, ...more) =>
  widget.metadata.name.startsWith('broken-')
    ? new Promise((_, reject) => setTimeout(reject, 50, new Error('broken')))
    : painted(widget, ...more),
);

beforeAll(async () => {
  cluster = await keptCluster();
  user = widgetUser(cluster);
  await user.define();
  for (const namespace of ['flood', 'quiet']) await theUser(cluster).namespace(namespace);
  operator = await anOperator(cluster, widgets);
}, clusterHookTimeout);
afterAll(async () => {
  await operator?.stop();
  await cluster?.stop();
});

const broken = size(200, 5000);

test(
  `T16${inSmall}: a tenant with ${broken} broken objects does not delay another tenant’s good one`,
  async () => {
    for (let i = 0; i < broken; i += 300)
      await Promise.all(
        Array.from({ length: Math.min(300, broken - i) }, (_, j) => user.create('flood', `broken-${i + j}`)),
      );
    const start = performance.now();
    await user.create('quiet', 'good');
    await eventually(async () => (await user.ready('quiet', 'good')) === 'True/Reconciled');
    const took = performance.now() - start;
    console.log(`T16${inSmall}: Ready after ${Math.round(took)} ms`);
    expect(took).toBeLessThan(3000);
  },
  size(60_000, 300_000),
);
