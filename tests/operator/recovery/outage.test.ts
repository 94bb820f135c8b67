import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryAfterSeconds, startHttpFaults } from '../../bench/operator/http-faults.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, isReady, startOperator, startWorld, type World } from '../world/declared-world.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';

const many = 20;
let world: World;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let faults: Awaited<ReturnType<typeof startHttpFaults>>;
const asked: { at: number; what: string }[] = [];
beforeAll(async () => {
  world = await startWorld();
  faults = await startHttpFaults(world.app.url, (method, path) => {
    asked.push({ at: performance.now(), what: `${method} ${path}` });
  });
  proxy = await startFaultProxy(faults.url);
  const DOORWRIGHT_API_URL = proxy.url.replace('https:', 'http:');
  world.settings = { ...world.settings, DOORWRIGHT_API_URL, DOORWRIGHT_DELETION_SECONDS: '3' };
  await restart();
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  proxy?.stop();
  faults?.stop();
});

async function restart(meanwhile = () => {}) {
  await world.operator.stop();
  meanwhile();
  world.operator = await startOperator(world.settings);
}

/** Names of this try only. */
const fresh = (what: string, count: number) => {
  const mark = randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, index) => `${what}-${mark}-${index}`);
};
const organization = (name: string, displayName: string) => a('Organization', name, { displayName });
const application = (name: string, of: string) =>
  a('Application', name, { organizationRef: { name: of }, generate: true });

const all = async (names: readonly string[]): Promise<Declared[]> =>
  (await world.reader.declared()).filter(({ metadata }) => names.includes(metadata.name));

const versions = async (names: readonly string[]) =>
  (await all(names)).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);

const allReady = (names: readonly string[], withinMs?: number) =>
  eventually(async () => {
    const found = await all(names);
    return found.length === names.length && found.every(isReady);
  }, withinMs);

const isAway = ({ metadata, status }: Declared) =>
  status?.conditions?.some(
    ({ reason, observedGeneration }) => reason === 'BackendUnavailable' && observedGeneration === metadata.generation,
  ) ?? false;

/** An organization to edit, an application of it, and an untouched organization. */
async function somethingReady() {
  const [edited, untouched, inside] = fresh('before', 3) as [string, string, string];
  const others = [untouched, inside];
  await world.apply(organization(edited, 'Before'), organization(untouched, 'Untouched'), application(inside, edited));
  await allReady([edited, ...others]);
  return { edited, others, before: await versions(others) };
}

test(`T8 in small: ${many} changes during an outage of the API arrive soon after it`, async () => {
  const changed = fresh('org', many);
  const { edited, others, before } = await somethingReady();
  const { pid, log } = world.operator;
  proxy.refuse();
  await world.apply(organization(edited, 'After'), ...changed.map((name) => organization(name, name)));
  await eventually(async () => (await all([edited, ...changed])).every(isAway));
  const waiting = await versions([edited, ...changed]);
  await eventually(() => log.some((line) => line.includes('The circuit to the identity API changed')));
  // A waiting resource says so once, however often it is retried.
  expect(await versions([edited, ...changed])).toEqual(waiting);

  proxy.accept();
  const ms = await allReady([edited, ...changed]);
  console.log(`T8 in small: all ${many} Ready ${(ms / 1000).toFixed(1)} s after the API was back`);
  expect(world.operator.pid).toBe(pid);
  // The application did not wait for its organization.
  expect(await versions(others)).toEqual(before);
});

test('T8 behind an empty gateway, changes are Ready soon after the end of the outage, and others are unaffected', async () => {
  const changed = fresh('org', 10);
  const { edited, others, before } = await somethingReady();
  const { log } = world.operator;
  const circuits = () => log.filter((line) => line.includes('The circuit to the identity API changed'));
  const known = circuits().length;
  faults.set('nobody behind');
  await world.apply(organization(edited, 'After'), ...changed.map((name) => organization(name, name)));
  await eventually(async () => (await all([edited, ...changed])).every(isAway));
  await eventually(() => circuits().length > known);
  expect(circuits().at(-1)).toContain('"open"');
  const waiting = await versions([edited, ...changed]);
  // The gateway answers probes too, which closes nothing.
  const probes = () => asked.filter(({ what }) => what === 'GET /readyz').length;
  const probed = probes();
  await eventually(() => probes() >= probed + 2);
  expect(circuits()).toHaveLength(known + 1);
  expect(await versions([edited, ...changed])).toEqual(waiting);

  faults.set('none');
  const ms = await allReady([edited, ...changed], 60_000);
  console.log(`T8 behind a gateway: all Ready ${(ms / 1000).toFixed(1)} s after the API was back`);
  expect(await versions(others)).toEqual(before);
});

test('T8 if the API is busy for one object, others go on at once', async () => {
  const [bad, good] = fresh('org', 2) as [string, string];
  const tries = () => asked.filter(({ what }) => what.startsWith('PUT') && what.endsWith(`/${bad}`)).length;
  const { log } = world.operator;
  const circuits = () => log.filter((line) => line.includes('The circuit to the identity API changed')).length;
  const known = circuits();
  faults.set('busy', `/${bad}`);
  await world.apply(organization(bad, bad));
  await eventually(() => tries() > 20);
  await world.apply(organization(good, good));
  await allReady([good], 5000);
  expect(circuits()).toBe(known);
  faults.set('none');
  await allReady([bad]);
});

test('T8 an operator that starts while a fifth of requests fail takes Ready from nobody', async () => {
  const organizations = fresh('org', 10);
  const applications = fresh('app', 10);
  const names = [...organizations, ...applications];
  await world.apply(
    ...organizations.map((name) => organization(name, name)),
    ...applications.map((name, index) => application(name, organizations[index] as string)),
  );
  await allReady(names);
  const before = await versions(names);
  await restart(() => faults.set('failing'));
  const asks = async (code: string) => {
    const lines = (await world.operator.metrics()).split('\n');
    const puts = lines.filter((line) => /^doorwright_api_requests_total\{.*method="PUT"/.test(line));
    return puts
      .filter((line) => line.includes(`code="${code}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  await eventually(async () => (await asks('200')) >= names.length && (await asks('500')) > 0);
  expect(await versions(names)).toEqual(before);
  faults.set('none');
});

test('T8 if calls get lost while tokens are due, deletions and changes finish soon after', async () => {
  const names = fresh('org', 5);
  const [leaving] = fresh('leaving', 1) as [string];
  const letGo = { deletionProtection: false, deletionPolicy: 'Delete' };
  await world.apply(...names.map((name) => organization(name, 'Before')), a('Organization', leaving, letGo));
  await allReady([leaving, ...names]);
  await restart(() => proxy.swallow(true));
  await world.apply(...names.map((name) => organization(name, 'After')));
  await world.beginRemoval('organization', leaving);
  await eventually(async () => (await all([leaving])).length === 0);
  proxy.swallow(false);
  const ms = await allReady(names, 40_000);
  console.log(`T8 all Ready ${(ms / 1000).toFixed(1)} s after the API answered again`);
  // The tombstone is worked off.
  await eventually(async () => (await world.inApi('organization', leaving)) === undefined);
}, 120_000);

test('T8 nobody retries before the time that a busy API names', async () => {
  const [name] = fresh('mail', 1) as [string];
  faults.set('too many');
  await world.apply(a('Provider', name, { category: 'Email', type: 'Default' }));
  const times = () =>
    asked.filter(({ what }) => what.startsWith('PUT') && what.endsWith(`/${name}`)).map(({ at }) => at);
  await eventually(() => times().length >= 3);
  faults.set('none');
  await world.ready('provider', name);
  const gaps = times()
    .slice(1)
    .map((at, index) => at - (times()[index] as number));
  for (const gap of gaps.slice(0, 2)) expect(gap).toBeGreaterThan(retryAfterSeconds * 1000 - 50);
});
