import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { isReady, type World } from '../world/declared-world.ts';
import { events } from '../world/resources.ts';
import { type SourcesWorld, startSources } from './world.ts';

let sources: SourcesWorld;
let world: World;
beforeAll(async () => {
  sources = await startSources();
  ({ world } = sources);
}, clusterHookTimeout);
afterAll(() => sources?.stop());

type Event = KubernetesObject & { reason: string; regarding: { name: string } };
const eventsOf = async (name: string) =>
  (await world.reader.list<Event>(events))
    .filter(({ regarding }) => regarding.name === name)
    .map(({ reason }) => reason);

const statusOf = async (name: string) => (await world.get('syncer', name)).status ?? {};

test('a Syncer says that it has not run, and then what its last run did', async () => {
  await sources.declare('told');
  expect(await sources.says('syncer', 'told', 'Synced', 'Unknown/NotRun')).toBe('The source has not run yet');
  await sources.says('syncer', 'told', 'Held', 'False/NotHeld');
  await sources.people('told', 2);
  expect(await sources.run('told')).toMatchObject({ status: 'ok' });
  await sources.says('syncer', 'told', 'Synced', 'True/Done');
  const status = await statusOf('told');
  expect(status).toMatchObject({ syncState: 'Done', lastCounts: { read: 2, add: 2, done: 2, failed: 0 } });
  expect(Date.parse(String(status.lastRunTime))).toBeGreaterThan(Date.now() - 60_000);
  const [header = '', row = ''] = (await world.kubectl(['get', 'dwsync', 'told'])).split('\n');
  const cell = (column: string) => row.slice(header.indexOf(column)).split(/ +/)[0];
  expect(['READY', 'STATE', 'HELD'].map(cell)).toEqual(['True', 'Done', 'False']);
  expect(cell('LASTSYNC')).toMatch(/^\d+s$/);
  await eventually(async () => (await eventsOf('told')).includes('Synced'));
});

test('a run that finds nobody is held: the Syncer says so and stays ready, and an annotation goes on with it', async () => {
  // Whoever wrote the annotation of a new resource has seen no run, so it approves none.
  await sources.declare('held', {}, { annotations: { 'doorwright.dev/approve-run': 'from the beginning' } });
  await sources.people('held', 12);
  await sources.run('held');
  await sources.says('syncer', 'held', 'Synced', 'True/Done');
  expect(await statusOf('held')).toMatchObject({ lastHandledApproveRun: 'from the beginning' });

  await sources.other('held').delete();
  expect(await sources.run('held')).toMatchObject({ status: 'error', code: 'sync-held' });
  const message = await sources.says('syncer', 'held', 'Held', 'True/Held');
  expect(message).toContain('would add 0, change 0, block 12 and delete 0 of the people; the source has 0');
  expect(message).toContain(
    'kubectl -n default annotate syncers.doorwright.dev/held --overwrite doorwright.dev/approve',
  );
  await sources.says('syncer', 'held', 'Synced', 'False/Held');
  expect(isReady(await world.get('syncer', 'held'))).toBe(true);
  expect(await sources.blocked('held')).toEqual({ blocked: 0, all: 12 });
  await eventually(async () => (await eventsOf('held')).includes('Held'));

  await world.annotate('syncer', 'held', 'approve-run', 'one');
  await eventually(async () => (await sources.blocked('held')).blocked === 12);
  await sources.says('syncer', 'held', 'Held', 'False/NotHeld');
  await sources.says('syncer', 'held', 'Synced', 'True/Done');
  expect(await statusOf('held')).toMatchObject({ lastHandledApproveRun: 'one', lastCounts: { disable: 12, done: 12 } });
  const { body } = await world.admin.get('get-sync-runs', { kind: 'syncer', id: 'admin/held' });
  expect(body.data[0]).toMatchObject({ state: 'done', approvedBy: 'syncers.doorwright.dev default/held' });

  // The annotation is still there, and is no approval of the next run.
  await sources.people('held', 12);
  await sources.run('held');
  await sources.says('syncer', 'held', 'Held', 'True/Held');
  await world.annotate('syncer', 'held', 'reconcile-at', 'once more');
  await eventually(async () => (await statusOf('held')).lastHandledReconcileAt === 'once more');
  expect(await sources.blocked('held')).toEqual({ blocked: 12, all: 12 });
  await world.annotate('syncer', 'held', 'approve-run', 'two');
  await eventually(async () => (await sources.blocked('held')).blocked === 0);
});

test('the first automatic run waits, and an annotation approves it', async () => {
  await sources.declare('waits', { isEnabled: true, syncInterval: 3600 });
  await sources.people('waits', 1);
  await sources.tick();
  const message = await sources.says('syncer', 'waits', 'Synced', 'False/Waiting');
  expect(message).toContain('would add 1,');
  await sources.says('syncer', 'waits', 'Held', 'False/NotHeld');
  expect((await sources.blocked('waits')).all).toBe(0);
  await world.annotate('syncer', 'waits', 'approve-run', 'seen');
  await sources.says('syncer', 'waits', 'Synced', 'True/Done');
  expect((await sources.blocked('waits')).all).toBe(1);
});

test('a run that fails leaves the Syncer ready, and says why it is not synchronized', async () => {
  await sources.declare('fails', { table: 'nowhere' });
  await sources.run('fails');
  expect(await sources.says('syncer', 'fails', 'Synced', 'False/Failed')).toContain('The last run failed');
  expect(isReady(await world.get('syncer', 'fails'))).toBe(true);
  await eventually(async () => (await eventsOf('fails')).includes('SyncFailed'));
});

test('a person whose value fits no choice is left out, and the Syncer says that the run is degraded', async () => {
  const tableColumns = [
    { name: 'id', casdoorName: 'Id' },
    { name: 'login', casdoorName: 'Name' },
    { name: 'full_name', casdoorName: 'DisplayName', values: ['partly-0'] },
  ];
  await sources.declare('partly', { tableColumns });
  await sources.people('partly', 1);
  await sources.other('partly').insert({ id: 'partly-other', login: 'partly-other', full_name: 'Other' });
  await sources.run('partly');
  expect(await sources.says('syncer', 'partly', 'Synced', 'False/Degraded')).toContain('left out 1 of the people');
});

test('runs that follow each other closely move the time of the status only once in some minutes', async () => {
  await sources.declare('busy');
  await sources.people('busy', 1);
  await sources.run('busy');
  await sources.says('syncer', 'busy', 'Synced', 'True/Done');
  // The first of these changes nobody, unlike the one before, so the counts differ.
  await sources.run('busy');
  await sources.run('busy');
  const shown = async () => (await statusOf('busy')).lastRunTime;
  const first = await shown();
  await sources.run('busy');
  await world.annotate('syncer', 'busy', 'reconcile-at', 'now');
  await eventually(async () => (await statusOf('busy')).lastHandledReconcileAt === 'now');
  expect(await shown()).toBe(first);
  const stored = await world.inApi('syncer', 'busy');
  expect(Date.parse(String(stored?.lastRunTime))).toBeGreaterThan(Date.parse(String(first)));
});

test('a resource that observes a Syncer shows its runs, and approves none', async () => {
  await sources.declare('watched');
  await sources.people('watched', 12);
  await sources.run('watched');
  await sources.other('watched').delete();
  await sources.run('watched');
  await sources.says('syncer', 'watched', 'Held', 'True/Held');
  await sources.declare('watched', { managementPolicy: 'Observe' });
  await sources.says('syncer', 'watched', 'Held', 'True/Held');
  await world.annotate('syncer', 'watched', 'approve-run', 'tried');
  await world.annotate('syncer', 'watched', 'reconcile-at', 'now');
  await eventually(async () => (await statusOf('watched')).lastHandledReconcileAt === 'now');
  expect(await sources.blocked('watched')).toEqual({ blocked: 0, all: 12 });
});
