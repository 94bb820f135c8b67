import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { a, type Declared, startOperator, startWorld, type World } from './declared-world.ts';
import { startFaultProxy } from './runtime-fault-proxy.ts';
import { eventually } from './runtime-world.ts';

const many = 40;
let world: World;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
beforeAll(async () => {
  world = await startWorld();
  proxy = await startFaultProxy(world.app.url);
  await world.operator.stop();
  const behindProxy = { DOORWRIGHT_API_URL: proxy.url.replace('https:', 'http:'), DOORWRIGHT_SYNC_SECONDS: '10' };
  world.operator = await startOperator({ ...world.settings, ...behindProxy });
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  proxy?.stop();
});

const organization = (name: string, displayName: string) => a('Organization', name, { displayName });
const names = Array.from({ length: many }, (_, index) => `org-${index}`);

async function all(): Promise<Declared[]> {
  return JSON.parse(await world.kubectl(['get', 'organizations.doorwright.dev', '-o', 'json'])).items;
}

const isReady = ({ metadata, status }: Declared) =>
  status?.conditions?.some(
    ({ type, status: holds, observedGeneration }) =>
      type === 'Ready' && holds === 'True' && observedGeneration === metadata.generation,
  ) ?? false;

test(`T8 in small: ${many} changes made while the API is away are all there soon after it is back`, async () => {
  await world.apply(organization('untouched', 'Untouched'));
  await world.ready('organization', 'untouched');
  const before = await world.get('organization', 'untouched');
  const { pid } = world.operator;
  proxy.refuse();
  await world.apply(...names.map((name) => organization(name, name)));
  await eventually(async () =>
    (await all()).every(
      ({ metadata, status }) =>
        metadata.name === 'untouched' || status?.conditions?.some(({ reason }) => reason === 'BackendUnavailable'),
    ),
  );
  const versions = async () => (await all()).map(({ metadata }) => metadata.resourceVersion);
  const waiting = await versions();
  await eventually(() => world.operator.log.some((line) => line.includes('The circuit to the identity API changed')));
  // What waits says so once, however often it is tried.
  expect(await versions()).toEqual(waiting);

  proxy.accept();
  const ms = await eventually(async () => (await all()).every(isReady));
  console.log(`T8 in small: all ${many} Ready ${(ms / 1000).toFixed(1)} s after the API was back`);
  expect(world.operator.pid).toBe(pid);
  expect((await world.get('organization', 'untouched')).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
}, 60_000);
