import { randomUUID } from 'node:crypto';
import { tombstoneConfigMaps } from '@doorwright/crds/derive/rbac.ts';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { EventRecorder } from '@doorwright/operator/runtime/cluster/events.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptCluster, succeed } from '../../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { aRest, eventually, silent, theUser } from '../world/cluster-world.ts';
import { FakeClock } from '../world/fake-clock.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';
import { anOperator, widgetReconciler, widgetUser } from '../world/widgets.ts';

let cluster: Cluster;
let user: ReturnType<typeof widgetUser>;
let operator: Awaited<ReturnType<typeof anOperator>>;
beforeAll(async () => {
  cluster = await keptCluster();
  user = widgetUser(cluster);
  await user.define();
  await theUser(cluster).namespace('team');
  operator = await anOperator(cluster, widgetReconciler());
}, clusterHookTimeout);
afterAll(async () => {
  await operator?.stop();
  await cluster?.stop();
});

describe('Secrets of the operator', () => {
  const data = (value: string) => ({ password: Buffer.from(value).toString('base64') });
  const aSecret = (name: string, value: string, uid?: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'team', name, ...(uid && { uid }) },
    data: data(value),
  });
  const read = (name: string) => operator.source.readSecret({ namespace: 'team', name });

  test('are created, changed by uid, and lose keys that are left out', async () => {
    const { metadata } = await operator.source.applySecret({
      ...aSecret('ours', 'one'),
      data: { ...data('one'), old: 'eA==' },
    });
    await operator.source.applySecret(aSecret('ours', 'two', metadata.uid));
    expect((await read('ours'))?.data).toEqual(data('two'));
  });

  test('never replace a foreign Secret of the same name', async () => {
    await user.secret('team', 'theirs', { password: 'their own' });
    await expect(operator.source.applySecret(aSecret('theirs', 'ours'))).rejects.toMatchObject({ status: 409 });
    await expect(operator.source.applySecret(aSecret('theirs', 'ours', 'not-its-uid'))).rejects.toMatchObject({
      status: 409,
    });
    await operator.source.deleteSecret({ namespace: 'team', name: 'theirs', uid: 'not-its-uid' });
    expect((await read('theirs'))?.data).toEqual(data('their own'));
  });

  test('are deleted once, and a repeated deletion is no error', async () => {
    const { metadata } = await operator.source.applySecret(aSecret('brief', 'x'));
    const name = { namespace: 'team', name: 'brief', uid: metadata.uid as string };
    await operator.source.deleteSecret(name);
    await operator.source.deleteSecret(name);
    expect(await read('brief')).toBeUndefined();
  });
});

describe('17.2 tombstones', () => {
  const uids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const text = JSON.stringify({ kind: 'application', owner: 'admin', name: 'x'.repeat(100), policy: 'Delete' });

  test('of many writers are all kept and removed one by one, and a repeated removal is no error', async () => {
    const [keep = '', ...go] = uids(200);
    await Promise.all([keep, ...go].map((uid) => operator.source.writeTombstone(uid, text)));
    expect(new Set((await operator.source.readTombstones()).keys())).toEqual(new Set([keep, ...go]));
    await Promise.all([...go, ...go].map((uid) => operator.source.writeTombstone(uid, undefined)));
    expect([...(await operator.source.readTombstones())]).toEqual([[keep, text]]);
    await operator.source.writeTombstone(keep, undefined);
  });

  test('fit into their ConfigMaps by the ten thousand', async () => {
    const maps = tombstoneConfigMaps.map((name) => {
      const data = Object.fromEntries(uids(Math.ceil(10_000 / tombstoneConfigMaps.length)).map((uid) => [uid, text]));
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
    });
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: maps });
    await succeed(cluster, ['apply', '--server-side', '--force-conflicts', '-f', '-'], list);
    const [one = ''] = uids(1);
    await operator.source.writeTombstone(one, text);
    const read = await operator.source.readTombstones();
    expect([read.size > 10_000, read.get(one)]).toEqual([true, text]);
    await succeed(cluster, ['delete', 'configmap', ...tombstoneConfigMaps]);
    expect((await operator.source.readTombstones()).size).toBe(0);
    await operator.source.writeTombstone(one, undefined);
  });
});

test('events for a silent server do not delay the end of the lease', async () => {
  const proxy = await startFaultProxy(cluster.url);
  const [rest, clock] = [aRest(cluster, proxy.url), new FakeClock()];
  const events = new EventRecorder({ client: rest, clock, redactor: new Redactor(), log: silent, instance: 'test-1' });
  proxy.swallow(true);
  const widget = await user.create('team', 'unheard');
  events.record(widget, { type: 'Normal', reason: 'Created', action: 'Reconcile', note: 'Created it' });
  let isOver = false;
  const flushed = events.flush().then(() => {
    isOver = true;
  });
  await clock.advance(4999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await flushed;
  rest.close();
  proxy.stop();
});

test('events for a deleted namespace do not fill the log', async () => {
  const namespace = await theUser(cluster).namespace(`ending-${randomUUID().slice(0, 8)}`);
  const lines: string[] = [];
  const log = { ...silent, warn: (_: object, line: string) => void lines.push(line) };
  const [rest, redactor] = [aRest(cluster), new Redactor()];
  const events = new EventRecorder({ client: rest, clock: systemClock, redactor, log, instance: 'test-2' });
  const record = async (where: string) => {
    const metadata = { name: 'late', namespace: where, uid: randomUUID() };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    events.record(object, { type: 'Normal', reason: 'Orphaned', action: 'Delete', note: 'Released it' });
    await events.flush();
  };
  await rest.json({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  await record(namespace);
  expect(lines).toEqual([]);
  await record('there-is-none');
  expect(lines).toEqual(['Could not record an event']);
  rest.close();
});

test('a repeated event continues its series', async () => {
  const widget = await user.create('team', 'noisy');
  await eventually(async () => (await user.ready('team', 'noisy')) === 'True/Reconciled');
  const event = {
    type: 'Warning',
    reason: 'SecretMissing',
    action: 'Reconcile',
    note: 'No Secret db, password=hunter22',
  } as const;
  for (let i = 0; i < 5; i++) operator.events.record(widget, event);
  await operator.events.flush();
  type List = { items: { reason: string; note: string; regarding: { name: string }; series?: { count: number } }[] };
  const list = await user.rest.json<List>({ method: 'GET', path: '/apis/events.k8s.io/v1/namespaces/team/events' });
  const about = list.items.filter(({ regarding }) => regarding.name === 'noisy');
  expect(about.filter(({ reason }) => reason === 'SecretMissing')).toMatchObject([
    { series: { count: 5 }, note: 'No Secret db, password=(redacted)' },
  ]);
  // Becoming Ready is one event, however many passes follow.
  expect(about.filter(({ reason }) => reason === 'Reconciled')).toHaveLength(1);
  const { stdout } = await cluster.kubectl(['describe', 'widget', 'noisy', '-n', 'team']);
  expect(stdout).toMatch(/SecretMissing .*x5 over/);
});
