import { Blocked } from '@doorwright/operator/runtime/reconciler.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { eventually, theUser } from '../world/cluster-world.ts';
import {
  anOperator,
  type Behaviour,
  finalizer,
  painted,
  widgets as widgetKind,
  widgetReconciler,
  widgetUser,
} from '../world/widgets.ts';

let cluster: Cluster;
let user: ReturnType<typeof widgetUser>;
let operator: Awaited<ReturnType<typeof anOperator>>;

const behaviours = new Map<string, Behaviour>();
const widgets = widgetReconciler((widget, ...more) =>
  (behaviours.get(widget.metadata.name) ?? painted)(widget, ...more),
);
const passesOf = (name: string) => widgets.passes.filter((key) => key === `team/${name}`).length;

beforeAll(async () => {
  widgets.passes.length = 0;
  cluster = await startCluster({ controllerManager: false, auditLog: true });
  user = widgetUser(cluster);
  await user.define();
  for (const namespace of ['team', 'paused']) await theUser(cluster).namespace(namespace);
  operator = await anOperator(cluster, widgets);
}, clusterHookTimeout);
afterAll(async () => {
  await operator?.stop();
  await cluster?.stop();
});

const blocked: Behaviour = () => {
  throw new Blocked({ type: 'Stalled', status: 'True', reason: 'NameConflict', message: 'Taken' });
};

const readyIs = (name: string, expected: string, namespace = 'team') =>
  eventually(async () => (await user.ready(namespace, name)) === expected);

const writesTo = (name: string) =>
  cluster.auditEvents().filter(({ verb, objectRef }) => verb === 'patch' && objectRef?.name === name);

describe('The life of an object', () => {
  test('it becomes Ready within a second, with finalizer and facts, by three writes', async () => {
    await user.create('team', 'alive', { color: 'red' });
    const took = await readyIs('alive', 'True/Reconciled');
    console.log(`Ready ${Math.round(took)} ms after it was made`);
    const { metadata, status } = await user.get('team', 'alive');
    expect(metadata.finalizers).toEqual([finalizer]);
    expect(status).toMatchObject({ painted: 'red', observedGeneration: 1 });
    expect(writesTo('alive').map(({ objectRef }) => objectRef?.subresource)).toEqual(['status', undefined, 'status']);
  });

  test('a changed spec is reconciled, and the condition keeps its time while it stays Ready', async () => {
    await user.create('team', 'changed', { color: 'red' });
    await readyIs('changed', 'True/Reconciled');
    const before = await user.get('team', 'changed');
    await user.change('team', 'changed', { color: 'green' });
    await eventually(async () => (await user.get('team', 'changed')).status?.painted === 'green');
    const after = await user.get('team', 'changed');
    expect(after.status?.observedGeneration).toBe(2);
    expect(after.status?.conditions?.[0]?.lastTransitionTime).toBe(before.status?.conditions?.[0]?.lastTransitionTime);
  });

  test('ten passes without a change write nothing', async () => {
    await user.create('team', 'same');
    await readyIs('same', 'True/Reconciled');
    const [writes, passes] = [writesTo('same').length, passesOf('same')];
    for (let i = 0; i < 10; i++) {
      // A label leads to a pass and to no new status.
      await user.annotate('team', 'same', { 'example.com/turn': `${i}` });
      await eventually(() => passesOf('same') >= passes + i + 1);
    }
    const ours = writesTo('same').length - writes - 10; // the ten annotations are the user's patches
    expect(ours).toBe(0);
  });

  test('when it is deleted, it only runs the delete path', async () => {
    await user.create('team', 'deleted');
    await readyIs('deleted', 'True/Reconciled');
    const passes = passesOf('deleted');
    await user.remove('team', 'deleted');
    await eventually(() =>
      user.get('team', 'deleted').then(
        () => false,
        () => true,
      ),
    );
    expect(widgets.removed).toContain('deleted');
    expect(passesOf('deleted')).toBe(passes);
  });
});

test('an object that we no longer own loses our finalizer, and its deletion runs nothing', async () => {
  await user.create('team', 'handed-over', { color: 'red' });
  await readyIs('handed-over', 'True/Reconciled');
  await user.change('team', 'handed-over', { color: 'merely observed' });
  await eventually(async () => !(await user.get('team', 'handed-over')).metadata.finalizers?.length);
  await user.remove('team', 'handed-over');
  const name = { kind: 'Widget', namespace: 'team', name: 'handed-over' };
  await eventually(() => operator.controller.kinds.get(name) === undefined);
  expect(widgets.removed).not.toContain('handed-over');
});

test('a new object never gets the status of a deleted one of its name', async () => {
  const old = await user.create('team', 'phoenix');
  await readyIs('phoenix', 'True/Reconciled');
  await user.remove('team', 'phoenix');
  const gone = () =>
    user.get('team', 'phoenix').then(
      () => false,
      () => true,
    );
  await eventually(gone);
  await user.create('team', 'phoenix');
  const writing = operator.source.writeStatus(widgetKind, old, { observedGeneration: 7 });
  await expect(writing).rejects.toMatchObject({ status: 409 });
});

describe('Wake-ups', () => {
  test('a missing Secret is named, and its creation wakes the waiting object', async () => {
    behaviours.set('needs-secret', async ({ metadata, spec }) => {
      const ref = { name: spec.secretRef as string, key: 'password' };
      const found = await operator.controller.secrets.value(metadata.namespace as string, ref);
      return 'value' in found
        ? { details: [], message: `The password is ${found.value}`, facts: { drift: [{ observed: found.value }] } }
        : {
            details: [
              { type: 'ReferencesResolved', status: 'False', reason: found.missing, message: 'No such Secret' },
            ],
          };
    });
    await user.create('team', 'needs-secret', { secretRef: 'db' });
    await readyIs('needs-secret', 'False/SecretMissing');
    await user.secret('team', 'db', { password: 'correct horse' });
    await readyIs('needs-secret', 'True/Reconciled');
    // Even a reconciler that wants to publish a secret cannot.
    const shown = JSON.stringify(await user.get('team', 'needs-secret'));
    expect(shown).toContain('The password is (redacted)');
    expect(shown).toContain('"drift":[{"observed":"(redacted)"}]');
  });

  test('a referrer is looked at again when its target becomes Ready', async () => {
    behaviours.set('child', ({ metadata, spec }) => {
      const parent = operator.controller.kinds.get({
        kind: 'Widget',
        namespace: metadata.namespace as string,
        name: spec.widgetRef as string,
      });
      return parent
        ? { details: [{ type: 'ReferencesResolved', status: 'True', reason: 'Resolved', message: 'Found' }] }
        : {
            details: [
              {
                type: 'ReferencesResolved',
                status: 'False',
                reason: 'NotFoundOrNotPermitted',
                message: 'Not found or not permitted',
              },
            ],
          };
    });
    await user.create('team', 'child', { widgetRef: 'parent' });
    await readyIs('child', 'False/NotFoundOrNotPermitted');
    await user.create('team', 'parent');
    await readyIs('child', 'True/Reconciled');
  });
});

describe('A failing pass', () => {
  test('is repeated until it succeeds', async () => {
    behaviours.set('flaky', (widget, passes, signal) => {
      if (passes < 3) throw new Error('not yet');
      return painted(widget, passes, signal);
    });
    await user.create('team', 'flaky');
    await readyIs('flaky', 'False/Retrying');
    await readyIs('flaky', 'True/Reconciled');
    expect(passesOf('flaky')).toBe(3);
  });

  test('is not repeated while only a person can fix it, and runs after the fix', async () => {
    behaviours.set('taken', (widget, ...more) => (widget.spec.color === 'free' ? painted : blocked)(widget, ...more));
    await user.create('team', 'taken');
    await readyIs('taken', 'False/NameConflict');
    const passes = passesOf('taken');
    await user.create('team', 'others');
    await readyIs('others', 'True/Reconciled');
    await user.change('team', 'taken', { color: 'free' });
    await readyIs('taken', 'True/Reconciled');
    expect(passesOf('taken')).toBe(passes + 1);
  });

  test('an outage of the API does not take Ready from an object', async () => {
    let away = false;
    behaviours.set('steady', (widget, passes, signal) => {
      if (away) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return painted(widget, passes, signal);
    });
    await user.create('team', 'steady');
    await readyIs('steady', 'True/Reconciled');
    away = true;
    const [writes, passes] = [writesTo('steady').length, passesOf('steady')];
    await user.annotate('team', 'steady', { 'example.com/look': 'again' });
    await eventually(() => passesOf('steady') >= passes + 2);
    expect(writesTo('steady').length).toBe(writes + 1);
    expect(await user.ready('team', 'steady')).toBe('True/Reconciled');
  });
});

test('a paused object, or one in a paused namespace, waits until the pause ends', async () => {
  const body = { metadata: { annotations: { 'doorwright.dev/paused': 'true' } } };
  const namespace = {
    method: 'PATCH',
    path: '/api/v1/namespaces/paused',
    contentType: 'application/merge-patch+json',
  } as const;
  await user.rest.json({ ...namespace, body });
  await eventually(
    () =>
      operator.controller.namespaces.get({ namespace: '', name: 'paused' })?.metadata.annotations?.[
        'doorwright.dev/paused'
      ] === 'true',
  );
  await user.create('paused', 'waiting');
  const conditions = async () => (await user.get('paused', 'waiting')).status?.conditions;
  await eventually(async () => (await conditions())?.[0]?.reason === 'Paused');
  expect(await conditions()).toMatchObject([{ type: 'Ready', status: 'Unknown' }]);
  expect((await user.get('paused', 'waiting')).status?.observedGeneration).toBe(-1);
  expect(widgets.passes).not.toContain('paused/waiting');
  await user.rest.json({ ...namespace, body: { metadata: { annotations: { 'doorwright.dev/paused': null } } } });
  await readyIs('waiting', 'True/Reconciled', 'paused');
});

test('metrics have the names of Go operators’ dashboards', async () => {
  behaviours.set('refused', blocked);
  await user.create('team', 'counted');
  await user.create('team', 'refused');
  await readyIs('counted', 'True/Reconciled');
  await readyIs('refused', 'False/NameConflict');
  const text = await operator.metrics.registry.metrics();
  expect(text).toMatch(/controller_runtime_reconcile_total\{controller="widget",result="success"\} \d+/);
  expect(text).toMatch(/controller_runtime_terminal_reconcile_errors_total\{controller="widget"\} [1-9]/);
  expect(text).toMatch(/workqueue_depth\{name="all"\} \d+/);
  expect(text).toMatch(/doorwright_watch_age_seconds\{kind="Widget"\}/);
  expect(text).toMatch(/doorwright_objects\{kind="Widget",ready="True"\} [1-9]/);
  expect(text).toMatch(/doorwright_time_to_ready_seconds_count\{kind="Widget"\} [1-9]/);
  expect(text).not.toContain('counted');
});
