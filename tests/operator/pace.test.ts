import { afterAll, beforeAll, expect, test } from 'vitest';
import { residentMiB } from '../bench/cpu.ts';
import { difference, requestsOf } from '../bench/operator/requests.ts';
import { clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { isReady, organizationsOf } from './organizations.ts';
import { eventually, kubeConfig } from './world/cluster-world.ts';
import { startWorld, type World } from './world/declared-world.ts';
import { Rest } from './world/rest.ts';

const many = 40;

let world: World;
let rest: Rest;
let organizations: ReturnType<typeof organizationsOf>;
beforeAll(async () => {
  world = await startWorld();
  rest = new Rest(kubeConfig(world.cluster));
  organizations = organizationsOf(rest);
}, clusterHookTimeout);
afterAll(async () => {
  rest?.close();
  await world?.stop();
});

test(`T1 in small: ${many} organizations become Ready, and no write happens twice`, async () => {
  const asked = await requestsOf(rest);
  await Promise.all(Array.from({ length: many }, (_, index) => organizations.create(`org-${index}`)));
  await eventually(async () => (await organizations.list()).items.filter(isReady).length === many);
  const calls = difference(asked, await requestsOf(rest));
  const each = (what: string) => (calls.get(what) ?? 0) / many;
  // At most the first and last status, the finalizer and an event.
  expect(each('POST organizations')).toBe(1);
  expect(each('PATCH organizations')).toBe(1);
  expect(each('APPLY organizations/status')).toBe(2);
  expect(each('POST events')).toBeLessThanOrEqual(1);
});

test('T4 in small: nothing is written while nothing changes, although everything is compared', async () => {
  const versions = async () => (await organizations.list()).items.map(({ metadata }) => metadata.resourceVersion);
  const rows = async () => Number((await world.app.db('records').count('* as n').first())?.n);
  await eventually(async () => (await organizations.list()).items.every(isReady));
  // Statuses of the last repairs may still arrive.
  let before = await versions();
  await eventually(async () => {
    const now = await versions();
    const isQuiet = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isQuiet;
  });
  const records = await rows();
  await world.restart();
  await eventually(() => world.operator.log.some((line) => line.includes('Became the leader')));
  const end = performance.now() + 8000;
  await eventually(() => performance.now() > end);
  expect(await versions()).toEqual(before);
  const written = (await rows()) - records;
  console.log(`T4 in small: a restart over ${before.length} objects wrote 0 statuses and ${written} records`);
});

test('T5 in small: foreign Secrets cost the operator their names only', async () => {
  const { pid } = world.operator;
  const [count, bytes] = [600, 60_000];
  const before = residentMiB(pid);
  const value = Buffer.alloc(bytes, 'x').toString('base64');
  const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { value } });
  const path = '/api/v1/namespaces/default/secrets';
  for (let at = 0; at < count; at += 20) {
    const bodies = Array.from({ length: 20 }, (_, index) => secret(`unrelated-${at + index}`));
    await Promise.all(bodies.map((body) => rest.json({ method: 'POST', path, body })));
  }
  await organizations.create('after-secrets');
  await world.ready('organization', 'after-secrets');
  const grown = residentMiB(pid) - before;
  const contents = (count * value.length) / 2 ** 20;
  console.log(
    `T5 in small: ${before.toFixed(0)} MiB, and ${grown.toFixed(0)} MiB more for ${count} Secrets of ${contents.toFixed(0)} MiB`,
  );
  expect(grown).toBeLessThan(contents / 2);
  expect(before + grown).toBeLessThan(256);
});
