import { reconcilersFor } from '@doorwright/operator/process/reconcilers-for.ts';
import type { Input } from '@doorwright/operator/reconcilers/pass/gather.ts';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { ClusterSource } from '@doorwright/operator/runtime/cluster/cluster-source.ts';
import { EventRecorder } from '@doorwright/operator/runtime/cluster/events.ts';
import { assemble, layGround, type Machinery, type MachineryOptions } from '@doorwright/operator/runtime/machinery.ts';
import type { Pass } from '@doorwright/operator/runtime/reconciler.ts';
import { readConfig } from '@doorwright/operator/settings/config.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { aRest, eventually, silent } from '../world/cluster-world.ts';
import { type Declared, isReady, startWorld, type World } from '../world/declared-world.ts';
import type { Rest } from '../world/rest.ts';
import { bundle, type Manifest } from './order-bundle.ts';

const permutations = size(1, 50);
/** Passes of an object after all its targets are ready. */
const most = 2;

let world: World;
let rest: Rest;
let operator: Awaited<ReturnType<typeof countingOperator>>;
beforeAll(async () => {
  world = await startWorld();
  await world.operator.stop();
  rest = aRest(world.cluster);
  operator = await countingOperator(world.settings);
}, clusterHookTimeout);
afterAll(async () => {
  await operator?.stop();
  rest?.close();
  await world?.stop();
});

const rights = { platformNamespaces: ['default'], organizationNamespaces: [] };

/** A provider gets a pass for each new organization of its namespace. */
function hasOrganizations({ controller }: Machinery, { metadata }: Declared): boolean {
  const suffix = metadata.name.split('-').at(-1) ?? '';
  const all = [...controller.kinds.of('Organization').store.values()] as Declared[];
  const own = all.filter((each) => each.metadata.name.endsWith(`-${suffix}`));
  return own.length === 2 && own.every(isReady);
}

/** An operator in this process, without a lease. It counts passes in which all references resolve. */
async function countingOperator(settings: Record<string, string>) {
  const passes = new Map<string, number>();
  const counted: MachineryOptions['reconcilers'] = (machinery) =>
    reconcilersFor(
      readConfig(settings),
      rights,
    )(machinery).map((reconciler) => ({
      ...reconciler,
      async gather(pass: Pass<Declared>) {
        const input = (await reconciler.gather(pass)) as Input;
        const isThere =
          input.references.every(({ finding }) => finding === 'Resolved') &&
          input.secrets.every(({ found }) => 'value' in found) &&
          (pass.object.kind !== 'Provider' || hasOrganizations(machinery, pass.object));
        const key = `${pass.object.kind} ${pass.object.metadata.name}`;
        if (isThere) passes.set(key, (passes.get(key) ?? 0) + 1);
        return input;
      },
    }));
  const ground = { ...layGround(), log: silent };
  const common = { ...ground, clock: systemClock, client: aRest(world.cluster) };
  const source = new ClusterSource({
    ...common,
    tombstones: { namespace: 'default', names: ['tombstones'] },
    events: new EventRecorder({ ...common, instance: 'test-0' }),
  });
  const { start, stop } = assemble(ground, source, { reconcilers: counted });
  await start();
  // A start compares everything once, and may repeat changes of that time.
  const isCompared = async () => {
    const { values } = await ground.metrics.apiRequests.get();
    return values.some(({ labels, value }) => labels.route === '/:kind' && value >= declaredKinds.length);
  };
  await eventually(isCompared);
  return {
    passes,
    /** All passes so far, as the metrics have them. */
    async allPasses() {
      const { values } = await ground.metrics.reconciles.get();
      return values.reduce((sum, { value }) => sum + value, 0);
    },
    async stop() {
      await stop();
      await source.close();
    },
  };
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
}

const collection = (kind: string) =>
  kind === 'Secret'
    ? '/api/v1/namespaces/default/secrets'
    : `/apis/doorwright.dev/v1alpha1/namespaces/default/${kind.toLowerCase()}s`;
const create = (body: Manifest) => rest.json({ method: 'POST', path: collection(body.kind), body });
const remove = ({ kind, metadata: { name } }: Manifest) =>
  rest.json({ method: 'DELETE', path: `${collection(kind)}/${name}` });

const present = async (suffix: string): Promise<Declared[]> =>
  (await world.reader.declared()).filter(({ metadata }) => metadata.name.endsWith(`-${suffix}`));

const whyNot = ({ kind, metadata, status }: Declared) =>
  `${kind} ${metadata.name}: ${status?.conditions?.find(({ type }) => type === 'Ready')?.message}`;

test(
  `T20${inSmall}: thirty manifests in any of ${permutations} orders all become Ready, by ${most} passes each from when all is there, and go in any order`,
  async () => {
    const figures: string[] = [];
    for (let nth = 0; nth < permutations; nth++) {
      const suffix = `${nth}${Math.random().toString(36).slice(2, 7)}`;
      const manifests = bundle(suffix);
      expect(manifests).toHaveLength(30);
      const before = await operator.allPasses();
      for (const manifest of shuffled(manifests)) await create(manifest);
      const isWhole = async () => {
        const all = await present(suffix);
        return all.length === 28 && all.every(isReady) && (await defaults(suffix)) === 2;
      };
      const ms = await eventually(isWhole);
      const inOrder = await operator.allPasses();
      const counts = [...operator.passes].filter(([key]) => key.endsWith(`-${suffix}`));
      expect(counts).toHaveLength(28);
      expect(counts.filter(([, count]) => count > most)).toEqual([]);

      const resources = manifests.filter(({ kind }) => kind !== 'Secret');
      for (const manifest of shuffled(resources)) await remove(manifest);
      const goneMs = await eventually(async () => (await present(suffix)).length === 0, 90_000).catch(async () => {
        throw new Error(`Not gone: ${(await present(suffix)).map(whyNot).join('\n')}`);
      });
      expect(await leftInApi(suffix)).toBe(0);
      const mean = (counts.reduce((sum, [, count]) => sum + count, 0) / counts.length).toFixed(2);
      figures.push(
        `Ready after ${(ms / 1000).toFixed(1)} s by ${inOrder - before} passes (${mean} each from when all was there), gone after ${(goneMs / 1000).toFixed(1)} s`,
      );
    }
    console.log(`T20${inSmall}, 30 manifests:\n  ${figures.join('\n  ')}`);
  },
  size(300_000, 1_800_000),
);

/** Organizations with their application, so the circle is closed. */
async function defaults(suffix: string): Promise<number> {
  const closed = await world.app
    .db('organizations')
    .where('name', 'like', `%-${suffix}`)
    .where('default_application', 'like', `%-${suffix}`)
    .pluck('name');
  return closed.length;
}

async function leftInApi(suffix: string): Promise<number> {
  const tables = ['organizations', 'certs', 'providers', 'applications', 'syncers'];
  const found = await Promise.all(
    tables.map((table) => world.app.db(table).where('name', 'like', `%-${suffix}`).pluck('name')),
  );
  return found.flat().length;
}
