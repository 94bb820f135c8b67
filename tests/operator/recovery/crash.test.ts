import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, isFull, within } from '../../harness/database/size.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, ofPlatform, startOperator, startWorld, type World } from '../world/declared-world.ts';
import { crashScenarios, elsewhere, type Scenario } from './crash-scenarios.ts';
import { type DeathAt, type Moment, moments, startEffectsProxy } from './effects-proxy.ts';

let world: World;
let proxy: Awaited<ReturnType<typeof startEffectsProxy>>;
let settings: Record<string, string>;
beforeAll(async () => {
  world = await startWorld(ofPlatform(elsewhere), { controllerManager: true });
  await world.operator.stop();
  const { cluster, app } = world;
  proxy = await startEffectsProxy({ cluster: cluster.url, ca: cluster.caCert, api: app.url });
  const access = JSON.parse(readFileSync(cluster.kubeconfig, 'utf8'));
  access.clusters[0].cluster = { server: proxy.clusterUrl, 'insecure-skip-tls-verify': true };
  const KUBECONFIG = join(cluster.kubeconfig, '..', 'kubeconfig-with-effects');
  writeFileSync(KUBECONFIG, JSON.stringify(access), { mode: 0o600 });
  settings = { ...world.settings, KUBECONFIG, DOORWRIGHT_API_URL: proxy.apiUrl };
  world.operator = await startOperator(settings);
  await world.namespace(elsewhere);
  await world.apply(a('Organization', 'owner', { displayName: 'Owner' }));
  await world.ready('organization', 'owner');
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  proxy?.stop();
});

/** No scenario waits for the dead process's lease, which T6 measures. */
async function replaceOperator(): Promise<void> {
  await world.operator.stop('SIGKILL');
  await world.kubectl(['delete', 'lease', 'doorwright-operator', '--ignore-not-found']);
  proxy.revive();
  world.operator = await startOperator(settings);
}

interface Played {
  effects: readonly string[];
  hasDied: boolean;
}

/**
 * Runs a scenario, and kills the operator at one point if requested. Sometimes one effect less is needed, because the news of our
 * own write came first. Then nothing is killed.
 */
async function play(scenario: Scenario, at?: DeathAt): Promise<Played> {
  const subject = `crash-${randomUUID().slice(0, 8)}`;
  await scenario.prepare?.(subject);
  const kill = () => void world.operator.stop('SIGKILL');
  proxy.watch([subject, 'doorwright-tombstone'], at && { ...at, kill });
  await scenario.begin(subject);
  if (at) await eventually(async () => proxy.isDying() || (await scenario.isOver(subject)));
  const hasDied = proxy.isDying();
  if (hasDied) {
    await eventually(() => proxy.hasDied());
    await scenario.holdsWhenDead?.(subject);
    await replaceOperator();
  }
  await eventually(() => scenario.isOver(subject));
  await scenario.holds(subject);
  await eachEventIsToldOnce(subject);
  return { effects: proxy.effects(), hasDied };
}

/** At most one event is lost with the process, and none repeats. */
async function eachEventIsToldOnce(subject: string): Promise<void> {
  const args = ['get', 'events.events.k8s.io', '-A', '-o', 'json', `--field-selector=regarding.name=${subject}`];
  const { items } = JSON.parse(await world.kubectl(args)) as {
    items: { reason: string; regarding: { uid: string }; series?: { count: number } }[];
  };
  const times = new Map<string, number>();
  for (const { reason, regarding, series } of items) {
    const key = `${reason} ${regarding.uid}`;
    times.set(key, (times.get(key) ?? 0) + (series?.count ?? 1));
  }
  expect([...times].filter(([, count]) => count > 2)).toEqual([]);
}

/** Between two effects, all state is in the process, so these points cover all cases that differ outside. */
const pointsOf = (effects: readonly string[]): DeathAt[] =>
  effects.flatMap((_, index) => moments.map((moment) => ({ effect: index + 1, moment })));

/** In small: the middle one, on alternating sides. */
const middleOf = ({ effects }: Scenario, nth: number): DeathAt => ({
  effect: Math.ceil(effects / 2),
  moment: moments[nth % moments.length] as Moment,
});

const scenarios = crashScenarios(() => world).filter(({ isMain }) => isFull || isMain);

describe(`T9${inSmall}: an operator that is killed at any moment creates nothing twice and loses nothing`, () => {
  test.each(scenarios.map((scenario, nth) => ({ ...scenario, nth })))(
    '$name',
    { timeout: within(120_000, 900_000) },
    async ({ nth, ...scenario }) => {
      const { effects } = isFull ? await play(scenario) : { effects: [] };
      const points = isFull ? pointsOf(effects) : [middleOf(scenario, nth)];
      let deaths = 0;
      for (const point of points) {
        const { hasDied } = await play(scenario, point).catch((error) => {
          throw new Error(`Killed at effect ${point.effect}, ${point.moment}: ${effects.join(', ')}`, { cause: error });
        });
        if (hasDied) deaths++;
      }
      const done = effects.map((effect, index) => `\n  ${index + 1}. ${effect}`).join('');
      console.log(`T9${inSmall}: ${scenario.name}: ${deaths} deaths, nothing twice, nothing lost${done}`);
      expect(deaths).toBeGreaterThanOrEqual(isFull ? 2 * scenario.effects : 1);
    },
  );
});
