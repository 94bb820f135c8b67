import { deleteOldReports } from '@doorwright/api/features/declared/manifest-reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let admin: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  operator = createOperator(app.url);
});
afterAll(() => app.stop());

const cluster = 'folder:/srv/manifests';
const resource = (name: string, rest = {}) => ({
  ...{ file: 'acme.yaml', line: 1, kind: 'Cert', namespace: 'acme', name, object: name },
  ...{ ready: 'True', reason: 'Reconciled', message: 'Everything is as declared', drift: 0 },
  ...rest,
});
const tell = (resources: object[], of = cluster) => operator.ask('PUT', 'manifests', { cluster: of, resources });
const shown = async () => (await admin.get('get-manifests')).body as { data: unknown[]; data2: unknown[] };

test('the operator of a folder reports the state of its resources, and each report replaces the last one', async () => {
  expect((await shown()).data).toEqual([]);
  expect((await tell([resource('one'), resource('two')])).status).toBe(200);
  await tell([resource('two', { ready: 'False', reason: 'SecretMissing' })]);
  const told = {
    cluster,
    reportedTime: expect.any(String),
    resources: [expect.objectContaining({ name: 'two', ready: 'False' })],
  };
  expect((await shown()).data).toEqual([told]);
  expect((await operator.get('manifests')).body).toEqual({ items: [told] });
});

test('objects of a cluster are listed apart, with the name for kubectl', async () => {
  await operator.put('cert/admin/two', { uid: 'in-folder', cluster, namespace: 'acme', name: 'two' });
  await operator.put('cert/admin/elsewhere', { uid: 'in-cluster', namespace: 'team', name: 'signing' });
  expect((await shown()).data2).toEqual([
    { kind: 'cert', object: 'elsewhere', namespace: 'team', resource: 'certs.doorwright.dev team/signing' },
  ]);
});

test('an invalid report is refused, and the last one stays', async () => {
  expect(await tell([resource('two', { ready: 'Perhaps' })])).toMatchObject({ status: 422, body: { code: 'Invalid' } });
  expect(await tell(Array.from({ length: 5001 }, (_, n) => resource(`c-${n}`)))).toMatchObject({ status: 422 });
  expect((await shown()).data).toHaveLength(1);
});

test('S7 a token for one organization neither sends nor reads reports, and its administrators see none', async () => {
  await add(admin, 'organization', { owner: 'admin', name: 'acme' });
  const { token } = (await operator.post('token', { organization: 'acme' })).body;
  const narrowed = createOperator(app.url, token);
  expect(await narrowed.ask('PUT', 'manifests', { cluster, resources: [] })).toMatchObject({ status: 403 });
  expect(await narrowed.get('manifests')).toMatchObject({ status: 403 });
  await add(admin, 'user', { owner: 'acme', name: 'ada', password: 'a password of ada', isAdmin: true });
  const ada = await app.signedIn('acme', 'ada', 'a password of ada');
  expect((await ada.get('get-manifests')).body).toMatchObject({ status: 'error', code: 'unauthorized' });
  expect((await app.anonymous.get('get-manifests')).body).toMatchObject({ status: 'error' });
});

test('an administrator checks a custom resource as a cluster does, and other users cannot', async () => {
  const manifest = { apiVersion: 'doorwright.dev/v1alpha1', kind: 'Cert', metadata: { name: 'signing' }, spec: {} };
  const { data } = (await admin.post('check-manifest', { ...manifest, spec: { colour: 'red' } })).body;
  expect(data).toContainEqual({ path: 'spec.colour', message: 'Cert has no such field' });
  expect((await admin.post('check-manifest', { kind: 'Session' })).body.data[0]).toMatchObject({ path: 'kind' });
  await add(admin, 'user', { owner: 'acme', name: 'grace', password: 'a password of grace' });
  const grace = await app.signedIn('acme', 'grace', 'a password of grace');
  expect((await grace.post('check-manifest', manifest)).body).toMatchObject({ status: 'error', code: 'unauthorized' });
  expect((await app.anonymous.post('check-manifest', manifest)).body).toMatchObject({ status: 'error' });
});

test('an operator that was silent for a week disappears', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await deleteOldReports(app.db, days(6));
  expect((await shown()).data).toHaveLength(1);
  await deleteOldReports(app.db, days(8));
  expect((await shown()).data).toEqual([]);
});
