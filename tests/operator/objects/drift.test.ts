import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationsOf } from '../../api/notifications/world.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add } from '../../harness/world.ts';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';
import { events } from '../world/resources.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(ofPlatform('quiet'));
  await world.apply(a('Organization', 'acme', { displayName: 'Acme', websiteUrl: 'https://acme.example' }));
  await world.ready('organization', 'acme');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const edit = async (kind: string, name: string, change: object) => {
  const { version: _, ...before } = (await world.inApi(kind, name)) ?? {};
  const answer = await world.admin.post(`update-${kind}?id=admin/${name}`, { ...before, ...change });
  expect(answer.body).toMatchObject({ status: 'ok' });
};

/** Managed fields are open to administrators for a while, and return to the operator. */
const breakGlass = async (name: string, forMs: number) => {
  const until = Date.now() + forMs;
  const glass = { kind: 'organization', id: `admin/${name}`, fields: ['displayName'], reason: 'a typo at night' };
  const answer = await world.admin.post('override-managed', { ...glass, until: new Date(until).toISOString() });
  expect(answer.body).toMatchObject({ status: 'ok' });
  return until;
};

test('drift is repaired by field, with its author in an event, a metric and a time', async () => {
  const before = (await world.get('organization', 'acme')).status;
  await breakGlass('acme', 2500);
  await edit('organization', 'acme', { displayName: 'Oops', phonePrefix: '49' });
  await eventually(async () => (await world.inApi('organization', 'acme'))?.displayName === 'Acme');
  expect(await world.inApi('organization', 'acme')).toMatchObject({ phonePrefix: '49' });

  await eventually(async () => (await world.condition('organization', 'acme', 'Synced'))?.reason === 'DriftRepaired');
  const { status } = await world.get('organization', 'acme');
  expect(status?.specHash).toBe(before?.specHash);
  expect(Date.parse(String(status?.lastSyncedTime))).toBeGreaterThan(Date.parse(String(before?.lastSyncedTime)));
  await eventually(async () => {
    const told = await world.reader.list<{ reason: string; note: string }>(events);
    const event = told.find(({ reason }) => reason === 'DriftRepaired');
    return event?.note === 'Set displayName of organization admin/acme back, which built-in/admin had changed';
  });
  const { metrics } = world.operator;
  expect(await metrics()).toContain('doorwright_drift_total{kind="Organization",result="repaired"} 1');
});

test('a resource with its own period is compared that often, without the feed', async () => {
  const name = `watched-${randomUUID().slice(0, 8)}`;
  const annotations = { 'doorwright.dev/sync-period': '10' };
  await world.apply(a('Organization', name, { displayName: 'Ours' }, { annotations }));
  await world.ready('organization', name);
  // Directly in the database, so that feed and etag do not change.
  await world.app.db('organizations').where({ name }).update({ display_name: 'Theirs' });
  await eventually(async () => (await world.inApi('organization', name))?.displayName === 'Ours');
});

test('a change between read and write is noticed, reported with its author, and only then reverted', async () => {
  const name = `contested-${randomUUID().slice(0, 8)}`;
  const declare = (spec: object) => world.apply(a('Organization', name, { displayName: 'Ours', ...spec }));
  const calls = async (code: string) => {
    const put = `doorwright_api_requests_total{method="PUT",route="/:kind/:owner/:name",code="${code}"} `;
    return Number((await world.operator.metrics()).split(put)[1]?.split('\n')[0] ?? 0);
  };
  const saw = (reason: string, note: string) =>
    eventually(async () => {
      const told = await world.reader.list<{ regarding: { name: string }; reason: string; note: string }>(events);
      return told.some((each) => each.regarding.name === name && each.reason === reason && each.note === note);
    });
  await declare({});
  await world.ready('organization', name);
  const [before, refused] = [await calls('200'), await calls('412')];
  await declare({ phonePrefix: '48' });
  await world.reason('organization', name, 'Reconciled');
  expect([await calls('200'), await calls('412')]).toEqual([before + 1, refused]);

  // The change feed waits for open transactions, so the operator learns nothing of the edit.
  const open = await world.app.db.transaction();
  try {
    await open.raw('SELECT pg_current_xact_id()');
    const until = await breakGlass(name, 2000);
    await edit('organization', name, { displayName: 'Theirs' });
    await eventually(() => Date.now() > until);
    await declare({ phonePrefix: '49' });
    const differs = 'displayName, phonePrefix';
    await saw(
      'Conflict',
      `The object was changed in the API by built-in/admin after it was last looked at, and differs in ${differs}; the next pass compares it again`,
    );
    await saw('DriftRepaired', `Set ${differs} of organization admin/${name} back, which built-in/admin had changed`);
  } finally {
    await open.rollback();
  }
  await world.reason('organization', name, 'Reconciled');
  expect(await world.inApi('organization', name)).toMatchObject({ displayName: 'Ours', phonePrefix: '49' });
  expect(await calls('412')).toBe(refused + 1);
});

test('comparing an unchanged object writes nothing', async () => {
  const before = await world.get('organization', 'acme');
  const annotations = { 'doorwright.dev/reconcile-at': 'now' };
  await world.apply(a('Organization', 'acme', before.spec, { annotations }));
  await eventually(async () => (await world.get('organization', 'acme')).status?.lastHandledReconcileAt === 'now');
  expect((await world.get('organization', 'acme')).status?.lastSyncedTime).toBe(before.status?.lastSyncedTime);
});

test('a different secret is reported without its value', async () => {
  const theirs = {
    name: 'hub',
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'Iv1.theirs',
    clientSecret: 'their-s3cret',
  };
  await add(world.admin, 'provider', theirs);
  await world.apply(
    {
      ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'hub', namespace: 'default' } },
      stringData: { value: 'our-s3cret' },
    },
    a('Provider', 'hub', { clientId: 'Iv1.ours', clientSecretRef: { name: 'hub', key: 'value' } }),
  );
  await world.reason('provider', 'hub', 'AdoptionRefused');
  const { status } = await world.get('provider', 'hub');
  expect(status?.drift).toMatchObject([
    { path: 'clientId', desired: '"Iv1.ours"', observed: '"Iv1.theirs"' },
    { path: 'clientSecret', desired: '(redacted)', observed: '(redacted)' },
  ]);
  expect(JSON.stringify(status)).not.toMatch(/s3cret/);
});

test('an observed object can be referred to', async () => {
  await add(world.admin, 'organization', { name: 'elsewhere', displayName: 'Elsewhere' });
  await world.apply(
    a('Application', 'guest', { organizationRef: { name: 'elsewhere' }, publicClient: true }),
    a('Organization', 'elsewhere', { managementPolicy: 'Observe' }),
  );
  await world.ready('application', 'guest');
  expect(await world.inApi('application', 'guest')).toMatchObject({ organization: 'elsewhere' });
  expect(await world.inApi('organization', 'elsewhere')).toMatchObject({ origin: null });
});

test('an observed object is reported as it is, and read again only after a change', async () => {
  await world.apply(a('Organization', 'elsewhere', { managementPolicy: 'Observe', displayName: 'Ours' }));
  const observed = async () =>
    ((await world.get('organization', 'elsewhere')).status?.drift as { observed: string }[] | undefined)?.[0]?.observed;
  await eventually(async () => (await observed()) === '"Elsewhere"');
  const reads = async () => {
    const line = /doorwright_api_requests_total\{method="GET",route="\/:kind\/:owner\/:name",code="200"\} (\d+)/;
    return Number(line.exec(await world.operator.metrics())?.[1] ?? 0);
  };
  const before = await reads();
  await world.apply(a('Organization', 'elsewhere', { managementPolicy: 'Observe', displayName: 'Still ours' }));
  await world.reason('organization', 'elsewhere', 'Observed');
  expect(await reads()).toBe(before);
  await edit('organization', 'elsewhere', { displayName: 'Renamed' });
  await eventually(async () => (await observed()) === '"Renamed"');
  expect(await reads()).toBeGreaterThan(before);
});

test('the last run of a syncer appears as the API knows it, also in kubectl', async () => {
  const name = `people-${randomUUID().slice(0, 8)}`;
  const declare = (metadata: object = {}) =>
    world.apply(a('Syncer', name, { organizationRef: { name: 'acme' }, type: 'Database' }, metadata));
  await declare();
  await world.ready('syncer', name);
  expect((await world.get('syncer', name)).status).not.toHaveProperty('lastRunTime');
  const ran = new Date(Date.now() - 3_600_000);
  await world.app.db('syncers').where({ name }).update({ last_run_time: ran });
  await declare({ annotations: { 'doorwright.dev/reconcile-at': 'now' } });
  await eventually(async () => (await world.get('syncer', name)).status?.lastRunTime === ran.toISOString());
  const table = await world.kubectl(['get', 'syncers.doorwright.dev', name]);
  const [header = '', row = ''] = table.split('\n').map((line) => line);
  expect(row.slice(header.indexOf('LASTSYNC'))).toMatch(/^60m/);
});

test('a paused namespace is not changed, and continues where it stopped', async () => {
  await world.namespace('quiet');
  const apply = (displayName: string) =>
    world.apply(a('Organization', 'sleepy', { displayName }, { namespace: 'quiet' }));
  const shown = async () => (await world.inApi('organization', 'sleepy'))?.displayName;
  await apply('Awake');
  await eventually(async () => (await shown()) === 'Awake');
  await world.kubectl(['annotate', 'namespace', 'quiet', 'doorwright.dev/paused=true']);
  const reason = async () => {
    const found = await world.reader.find<Declared>(declaredResource('organization'), 'sleepy', 'quiet');
    return found?.status?.conditions?.find(({ type }) => type === 'Ready')?.reason;
  };
  await eventually(async () => (await reason()) === 'Paused');
  await apply('Dreaming');
  // A later change, in a namespace without pause, has arrived.
  await world.apply(a('Organization', 'wakeful'));
  await world.ready('organization', 'wakeful');
  expect(await reason()).toBe('Paused');
  expect(await shown()).toBe('Awake');
  await world.kubectl(['annotate', 'namespace', 'quiet', 'doorwright.dev/paused-']);
  await eventually(async () => (await shown()) === 'Dreaming');
  // The status comes after the change.
  await eventually(async () => (await reason()) === 'Reconciled');
});

test('the log has one object per line, with resource and pass', async () => {
  await world.app.db.schema.renameTable('certs', 'certs_away');
  await world.apply(a('Cert', 'unlucky', { cryptoAlgorithm: 'ES256' }));
  await eventually(() => world.operator.log.some((line) => line.includes('Failed a pass')));
  await world.app.db.schema.renameTable('certs_away', 'certs');
  const lines = world.operator.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ message }) => message === 'Failed a pass')).toMatchObject({
    ...{ level: 'error', controller: 'cert', kind: 'Cert', namespace: 'default', name: 'unlucky', generation: 1 },
    ...{ uid: expect.any(String), reconcileId: expect.any(String), durationMs: expect.any(Number) },
  });
  for (const { message } of lines) expect(message).toMatch(/^[A-Z]/);
  await world.ready('cert', 'unlucky');
});

test('the bell of a global administrator reports a resource of the cluster that is not applied, until it is repaired', async () => {
  const hub = { category: 'OAuth', type: 'GitHub', clientId: 'id' };
  await world.apply(a('Provider', 'keyless', { ...hub, clientSecretRef: { name: 'keyless', key: 'secret' } }));
  await world.reason('provider', 'keyless', 'SecretMissing');
  const told = async () => (await notificationsOf(world.admin)).map(({ params }) => params.resource);
  await expect.poll(told).toContain('Provider default/keyless');
  // The page of declarations has tables of folders only. kubectl shows the resources of a cluster.
  expect((await world.admin.get('get-manifests')).body.data).toEqual([]);
  await world.kubectl(['create', 'secret', 'generic', 'keyless', '--from-literal=secret=s3cret']);
  await world.ready('provider', 'keyless');
  await expect.poll(told).not.toContain('Provider default/keyless');
});

test('every metric of the dashboards exists, and none contains the name of an object', async () => {
  const text = await world.operator.metrics();
  for (const name of [
    ...['controller_runtime_reconcile_total', 'controller_runtime_reconcile_errors_total'],
    ...['controller_runtime_terminal_reconcile_errors_total', 'controller_runtime_reconcile_time_seconds'],
    ...['controller_runtime_active_workers', 'workqueue_depth', 'workqueue_adds_total', 'workqueue_retries_total'],
    ...['workqueue_queue_duration_seconds', 'workqueue_work_duration_seconds'],
    ...['workqueue_longest_running_processor_seconds', 'rest_client_requests_total', 'leader_election_master_status'],
    ...[
      'doorwright_objects',
      'doorwright_drift_total',
      'doorwright_drift_age_seconds',
      'doorwright_time_to_ready_seconds',
    ],
    ...['doorwright_api_requests_total', 'doorwright_api_circuit_state', 'doorwright_secret_age_seconds_max'],
    ...['doorwright_watch_age_seconds', 'doorwright_paused', 'doorwright_tombstones'],
  ])
    expect(text).toContain(`# TYPE ${name} `);
  expect(text).not.toMatch(/acme|sleepy|elsewhere|quiet/);
});
