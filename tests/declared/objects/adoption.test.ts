import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  operator = createOperator(app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => app.stop());

const policies = ['Fail', 'IfIdentical', 'Adopt'] as const;
const fields = { organization: 'acme', displayName: 'Shop', clientSecret: 'declared-client-secret' };
const stored = (name: string) => app.store('application').find(app.db, 'admin', name);
const declare = (name: string, adoption: (typeof policies)[number]) =>
  operator.put(`application/admin/${name}`, { uid: `u-${name}`, adoption, fields });

test.each(policies)('%s creates a missing object', async (policy) => {
  expect((await declare(`absent-${policy.toLowerCase()}`, policy)).body).toMatchObject({
    outcome: 'created',
    origin: { isAdopted: false },
  });
});

test.each(policies)('%s finds an equal object', async (policy) => {
  const name = `same-${policy.toLowerCase()}`;
  await add(root, 'application', { name, ...fields });
  const before = await stored(name);
  const answer = await declare(name, policy);
  if (policy === 'Fail') expect(answer).toMatchObject({ status: 409, body: { code: 'AdoptionRefused', drift: [] } });
  else expect(answer.body).toMatchObject({ outcome: 'adopted', drift: [], origin: { isAdopted: true } });
  expect(await stored(name)).toEqual(before);
});

test.each(policies)('%s finds a different object', async (policy) => {
  const name = `other-${policy.toLowerCase()}`;
  await add(root, 'application', { name, ...fields, displayName: 'Other', clientSecret: 'their-client-secret' });
  const before = await stored(name);
  const answer = await declare(name, policy);
  const drift = [
    { path: 'clientSecret', desired: '(redacted)', observed: '(redacted)' },
    { path: 'displayName', desired: 'Shop', observed: 'Other' },
  ];
  expect(answer.body).toMatchObject({ drift });
  expect(answer.text).not.toMatch(/declared-client|their-client/);
  if (policy === 'Adopt') {
    expect(answer.body).toMatchObject({ outcome: 'adopted', origin: { isAdopted: true } });
    expect(await stored(name)).toMatchObject(fields);
  } else {
    expect(answer).toMatchObject({ status: 409, body: { code: 'AdoptionRefused' } });
    expect(await stored(name)).toEqual(before);
    expect(await app.db('origins').where({ object_name: name })).toEqual([]);
  }
});

test.each(policies)('%s leaves an object with the resource that declares it', async (policy) => {
  const name = `theirs-${policy.toLowerCase()}`;
  const theirs = { uid: `u-their-${name}`, namespace: 'their', fields };
  await operator.put(`application/admin/${name}`, theirs);
  const before = await stored(name);
  const answer = await declare(name, policy);
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'NameConflict', detail: expect.stringContaining(`applications.doorwright.dev their/${name}`) },
  });
  expect(await stored(name)).toEqual(before);
  expect((await operator.put(`application/admin/${name}`, theirs)).body.outcome).toBe('unchanged');
});

test('a recreated resource takes its object back, but not one of another cluster', async () => {
  const path = 'application/admin/reborn';
  await operator.put(path, { uid: 'u-reborn-1', fields });
  expect((await operator.put(path, { uid: 'u-reborn-3', cluster: 'elsewhere', fields })).status).toBe(409);
  const again = await operator.put(path, { uid: 'u-reborn-2', fields });
  expect(again.body).toMatchObject({ outcome: 'unchanged', origin: { uid: 'u-reborn-2', isAdopted: false } });
  expect(await app.db('origins').where({ object_name: 'reborn' })).toHaveLength(1);
});

test('17.3 a new declared application starts with the least access, and an existing one keeps its access', async () => {
  await declare('access-new', 'Fail');
  expect(await stored('access-new')).toMatchObject({ apiAccess: 'read-account' });
  const raise = { apiAccess: 'read-users' };
  const id = 'admin/access-new';
  expect((await root.post('update-application', raise, { query: { id } })).body.status).toBe('ok');
  await declare('access-new', 'Fail');
  expect(await stored('access-new')).toMatchObject(raise);

  await add(root, 'application', { name: 'access-old', ...fields });
  await declare('access-old', 'Adopt');
  expect(await stored('access-old')).toMatchObject({ apiAccess: 'administrator' });

  const said = { uid: 'u-access-said', fields: { ...fields, apiAccess: 'account' } };
  expect((await operator.put('application/admin/access-said', said)).body.outcome).toBe('created');
  expect(await stored('access-said')).toMatchObject({ apiAccess: 'account' });
  const own = await root.post('update-application', raise, { query: { id: 'admin/access-said' } });
  expect(own.body.code).toBe('managed');
});
