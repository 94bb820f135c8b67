import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { inSmall, size } from '../harness/size.ts';
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

const kills = size(3, 50);

test(
  `T9${inSmall}: killed ${kills} times in the middle of its work, the operator makes nothing twice and loses nothing`,
  async () => {
    const application = (name: string) =>
      a('Application', name, {
        organizationRef: { name: 'owner' },
        generate: true,
        grantTypes: ['client_credentials'],
      });
    const kept = Array.from({ length: 20 }, (_, index) => `app-${index}`);
    const passing = (kill: number) => `passing-${kill}`;
    await world.apply(organization('owner', 'Owner'), ...kept.map(application));
    for (let kill = 0; kill < kills; kill++) {
      await world.apply(application(passing(kill)));
      const rotated = kept[kill % kept.length] as string;
      await world.kubectl([
        'annotate',
        'application.doorwright.dev',
        rotated,
        `doorwright.dev/rotate-at=${kill}`,
        '--overwrite',
      ]);
      if (kill > 0) await world.kubectl(['delete', 'application.doorwright.dev', passing(kill - 1), '--wait=false']);
      await delay(Math.random() * 1500);
      await world.operator.stop('SIGKILL');
      world.operator = await startOperator(world.settings);
      // A killed leader's lease runs out first; then a few passes get through.
      await eventually(() => world.operator.log.some((line) => line.includes('Became the leader')));
    }
    const present = [...kept, passing(kills - 1)];
    for (const name of present) await world.ready('application', name);
    const areEqual = async (name: string) => {
      const { clientId, clientSecret } = (await world.admin.get('get-application', { id: `admin/${name}` })).body.data;
      const found = await world.secret(`${name}-oidc`);
      return found?.OIDC_CLIENT_ID === clientId && found?.OIDC_CLIENT_SECRET === clientSecret;
    };
    for (const name of present) await eventually(() => areEqual(name));
    const stored = () => world.app.db('applications').whereNot('name', 'app-built-in').orderBy('name').pluck('name');
    await eventually(async () => (await stored()).length === present.length);
    expect((await stored()).sort()).toEqual([...present].sort());
    // Each is declared by the resource of its name and by no other.
    const origins = await world.app.db('origins').where({ kind: 'application' }).pluck('resource');
    expect(origins.sort()).toEqual([...present].sort());
  },
  size(150_000, 1_800_000),
);
