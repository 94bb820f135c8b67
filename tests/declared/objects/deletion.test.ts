import { randomUUID } from 'node:crypto';
import { deleteExpired } from '@doorwright/api/core/objects/history/deleted-objects.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

const day = 86_400_000;
let present = Date.now();
let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp({ now: () => new Date(present) });
  root = await app.admin();
  operator = createOperator(app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => app.stop());

const stored = (name: string) => app.store('application').find(app.db, 'admin', name);
const make = (name: string) =>
  operator.put(`application/admin/${name}`, { uid: `u-${name}`, fields: { organization: 'acme', displayName: name } });

test('Delete removes the object, and a repeated deletion says that it is gone', async () => {
  await make('gone');
  expect((await operator.remove('application/admin/gone', 'u-gone', 'Delete')).body).toEqual({ outcome: 'deleted' });
  expect(await stored('gone')).toBeUndefined();
  expect((await operator.remove('application/admin/gone', 'u-gone', 'Delete')).status).toBe(404);
});

test('Orphan keeps the object, and a late deletion does not touch an object without a resource', async () => {
  await make('kept');
  const before = await stored('kept');
  for (const policy of ['Orphan', 'Orphan', 'Delete'])
    expect((await operator.remove('application/admin/kept', 'u-kept', policy)).body).toEqual({ outcome: 'orphaned' });
  expect(await stored('kept')).toEqual(before);
});

test('another resource cannot delete the object', async () => {
  await make('held');
  expect((await operator.remove('application/admin/held', 'u-other', 'Delete')).body.code).toBe('NameConflict');
  expect(await stored('held')).toBeDefined();
});

test('a deletion without uid or policy is refused', async () => {
  expect((await operator.ask('DELETE', 'application/admin/held?policy=Delete')).status).toBe(422);
  expect((await operator.remove('application/admin/held', 'u-held', 'Maybe')).status).toBe(422);
});

test('a referenced object is not deleted, and its referrers are listed', async () => {
  await operator.put('organization/admin/named', { uid: 'u-named', fields: { displayName: 'Named' } });
  await add(root, 'user', { owner: 'named', name: 'alice', displayName: 'Alice', password: 'correct-horse-battery' });
  const answer = await operator.remove('organization/admin/named', 'u-named', 'Delete');
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'InUse', dependants: [{ kind: 'user', count: 1, objects: [{ id: 'named/alice' }] }] },
  });
  expect((await operator.get('organization/admin/named')).body.origin.uid).toBe('u-named');
});

test('a deleted object is restored completely with its secrets, and without a resource until one adopts it', async () => {
  await make('back');
  const before = await stored('back');
  await operator.remove('application/admin/back', 'u-back', 'Delete');
  const [row] = await app.db('deleted_objects').where({ object_name: 'back' });
  expect(JSON.stringify(row)).not.toContain(String(before?.clientSecret));
  expect((await operator.get('deleted')).body.items).toContainEqual(
    expect.objectContaining({ kind: 'application', owner: 'admin', name: 'back', actor: 'operator/local' }),
  );

  const restored = await operator.post('application/admin/back/undelete');
  expect(restored.body).toMatchObject({ origin: null, object: { clientSecret: '***' } });
  expect(await stored('back')).toEqual({ ...before, version: 2 });
  expect((await operator.post('application/admin/back/undelete')).body.code).toBe('NameConflict');
  const adopted = await operator.put('application/admin/back', {
    uid: 'u-back',
    adoption: 'IfIdentical',
    fields: { organization: 'acme', displayName: 'back' },
  });
  expect(adopted.body.outcome).toBe('adopted');
});

test('a restored cert has all its keys under their ids, and a restored application the secret that is being replaced', async () => {
  const id = randomUUID().slice(0, 8);
  const [cert, client] = [`cert/admin/cert-${id}`, `application/admin/client-${id}`];
  await operator.put(cert, { uid: `cert-${id}`, fields: { cryptoAlgorithm: 'ES256' } });
  for (const kid of [`second-${id}`, `third-${id}`]) await operator.post(`${cert}/keys`, { kid });
  await operator.post(`${cert}/keys/second-${id}/sign`, { retireSeconds: 30 * 86_400 });
  const secret = `first-secret-${id}`;
  const fields = { organization: 'acme', clientId: `client-${id}`, clientSecret: secret };
  await operator.put(client, { uid: `client-${id}`, fields });
  await operator.post(`${client}/secrets`, { overlapSeconds: 30 * 86_400 });
  const parts = async () => [(await operator.get(`${cert}/keys`)).body, (await operator.get(`${client}/secrets`)).body];
  const before = await parts();
  expect(before[0].items.map(({ state }: { state: string }) => state)).toEqual(['signing', 'published', 'retired']);

  for (const [path, uid] of [
    [cert, `cert-${id}`],
    [client, `client-${id}`],
  ] as const) {
    expect((await operator.remove(path, uid, 'Delete')).body).toEqual({ outcome: 'deleted' });
    expect((await operator.post(`${path}/undelete`)).status).toBe(200);
  }
  expect(await parts()).toEqual(before);
  const kept = await app.db('deleted_objects').where('object_name', 'like', `%${id}`);
  expect(kept).toEqual([]);
});

test('only the full token hands an object to another cluster, and the first resource cannot take it back', async () => {
  const name = `moved-${randomUUID().slice(0, 8)}`;
  const path = `application/admin/${name}`;
  await make(name);
  const body = { uid: `u-${name}`, cluster: 'another' };
  const { token } = (await operator.post('token', { organization: 'acme' })).body;
  expect((await createOperator(app.url, token).post(`${path}/hand-over`, body)).status).toBe(403);
  const wrong = await operator.post(`${path}/hand-over`, { ...body, uid: 'u-other' });
  expect(wrong.body.code).toBe('NameConflict');
  expect((await operator.post(`${path}/hand-over`, body)).body.origin).toMatchObject({ cluster: 'another', name });
  expect((await make(name)).body.code).toBe('NameConflict');
  const fields = { organization: 'acme', displayName: name };
  const taken = await operator.put(path, { uid: `new-${name}`, cluster: 'another', fields });
  expect(taken.body).toMatchObject({ outcome: 'unchanged', origin: { cluster: 'another', uid: `new-${name}` } });
});

test('an object that people deleted can be restored for seven days', async () => {
  await add(root, 'application', { name: 'people', organization: 'acme' });
  await root.post('delete-application', { owner: 'admin', name: 'people' });
  present += 7 * day - 1000;
  expect((await operator.post('application/admin/people/undelete')).status).toBe(200);
  root = await app.admin();
  await root.post('delete-application', { owner: 'admin', name: 'people' });
  present += 7 * day + 1000;
  expect((await operator.post('application/admin/people/undelete')).status).toBe(404);
  await deleteExpired(app.db, new Date(present));
  expect(await app.db('deleted_objects').where({ object_name: 'people' })).toEqual([]);
});

test('an object with a reference to a deleted object is not restored', async () => {
  root = await app.admin();
  await add(root, 'organization', { name: 'short', displayName: 'Short' });
  await operator.put('application/admin/lost', { uid: 'u-lost', fields: { organization: 'short' } });
  await operator.remove('application/admin/lost', 'u-lost', 'Delete');
  expect((await root.post('delete-organization', { owner: 'admin', name: 'short' })).body.status).toBe('ok');
  expect((await operator.post('application/admin/lost/undelete')).body.code).toBe('UnknownReference');
  expect((await operator.get('deleted')).text).toContain('"lost"');
});
