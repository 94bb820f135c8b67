import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../declared/operator.ts';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

const { default: writeXlsxFile } = (await import(
  createRequire(import.meta.resolve('@doorwright/api/process/app.ts')).resolve('write-excel-file/node')
)) as { default: (rows: string[][]) => { toBuffer: () => Promise<Buffer> } };

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let operator: Operator;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
  operator = createOperator(app.url);
});
afterAll(() => app.stop());

const refused = (field: string) => ({ code: 'not-unique', fields: [{ field }] });
const user = (owner: string, name: string, id: string) => ({ owner, name, id, password });
const shop = (name: string, clientId: string, organization = 'acme') => ({ name, organization, clientId });
const removeUser = (name: string) => acme.admin.post('delete-user', { owner: 'acme', name });
const removeShop = async (name: string) =>
  expect((await root.post('delete-application', { owner: 'admin', name })).body.status).toBe('ok');

async function upload(client: Client, owner: string, id: string) {
  const form = new FormData();
  const file = await writeXlsxFile([
    ['owner', 'name', 'id'],
    [owner, `row-${id}`, id],
  ]).toBuffer();
  form.append('file', new Blob([new Uint8Array(file)]), 'users.xlsx');
  return (await client.post('upload-users', form)).body.data.rows[0];
}

test('17.7 no other user gets a deleted user’s id: by hand, by a change, by upload, in another organization', async () => {
  await add(acme.admin, 'user', user('acme', 'gone', 'id-gone'));
  await removeUser('gone');
  for (const [admin, owner] of [
    [acme.admin, 'acme'],
    [globex.admin, 'globex'],
  ] as const) {
    expect((await admin.post('add-user', user(owner, 'heir', 'id-gone'))).body).toMatchObject(refused('id'));
    expect(await upload(admin, owner, 'id-gone')).toMatchObject({ outcome: 'failed', field: 'id' });
  }
  await root.post('update-organization', { accountItems: [] }, { query: { id: 'admin/acme' } });
  const change = await root.post('update-user', { id: 'id-gone' }, { query: { id: 'acme/alice' } });
  expect(change.body).toMatchObject(refused('id'));
  expect(await app.db('users').where({ id: 'id-gone' })).toEqual([]);
});

test('17.7 no other user gets an id that a user had before, or an id of a deleted organization', async () => {
  await add(root, 'organization', { name: 'past', accountItems: [] });
  await add(root, 'user', user('past', 'one', 'id-first'));
  expect((await root.post('update-user', { id: 'id-second' }, { query: { id: 'past/one' } })).body.status).toBe('ok');
  expect((await acme.admin.post('add-user', user('acme', 'heir', 'id-first'))).body).toMatchObject(refused('id'));
  // A cascade in the database deletes without the api.
  await app.db('users').where({ owner: 'past' }).delete();
  expect((await acme.admin.post('add-user', user('acme', 'heir', 'id-second'))).body).toMatchObject(refused('id'));
});

test('17.7 an id is also refused while its user is being deleted', async () => {
  await add(acme.admin, 'user', user('acme', 'leaving', 'id-leaving'));
  const deletion = await app.db.transaction();
  await deletion('users').where({ owner: 'acme', name: 'leaving' }).delete();
  const asked = globex.admin.post('add-user', user('globex', 'quick', 'id-leaving'));
  await expect
    .poll(async () => (await app.db.raw('SELECT FROM pg_locks WHERE NOT granted')).rows.length)
    .toBeGreaterThan(0);
  await deletion.commit();
  expect((await asked).body).toMatchObject(refused('id'));
});

test('17.7 no other application gets a client id that an application had before', async () => {
  await add(root, 'application', shop('old-shop', 'client-old'));
  await removeShop('old-shop');
  await add(root, 'application', shop('renamed', 'client-before'));
  await root.post('update-application', { clientId: 'client-after' }, { query: { id: 'admin/renamed' } });
  for (const clientId of ['client-old', 'client-before']) {
    for (const [admin, organization] of [
      [acme.admin, 'acme'],
      [globex.admin, 'globex'],
    ] as const)
      expect((await admin.post('add-application', shop('new-shop', clientId, organization))).body).toMatchObject(
        refused('clientId'),
      );
    const change = await globex.admin.post('update-application', { clientId }, { query: { id: 'admin/app-globex' } });
    expect(change.body).toMatchObject(refused('clientId'));
  }
});

test('17.7 a resource that is applied again gets its client id back, and one of another organization, name or namespace does not', async () => {
  const declare = (name: string, uid: string, organization = 'acme', namespace = 'shop') =>
    operator.put(`application/admin/${name}`, {
      uid,
      namespace,
      fields: { organization, clientId: 'client-declared' },
    });
  expect((await declare('declared', 'u-1')).body.outcome).toBe('created');
  await operator.remove('application/admin/declared', 'u-1', 'Delete');
  expect((await declare('declared', 'u-2', 'globex')).body.code).toBe('Invalid');
  expect((await declare('declared-other', 'u-3')).body.code).toBe('Invalid');
  expect((await declare('declared', 'u-3', 'acme', 'elsewhere')).body.code).toBe('Invalid');
  expect((await declare('declared', 'u-4')).body.outcome).toBe('created');
  await operator.remove('application/admin/declared', 'u-4', 'Delete');
  expect((await globex.admin.post('add-application', shop('x', 'client-declared', 'globex'))).body).toMatchObject(
    refused('clientId'),
  );
});

test('17.7 a restored application has its client id, which stays reserved after the next deletion', async () => {
  await add(root, 'application', shop('back', 'client-back'));
  await removeShop('back');
  expect((await operator.post('application/admin/back/undelete')).status).toBe(200);
  expect((await app.store('application').find(app.db, 'admin', 'back'))?.clientId).toBe('client-back');
  await removeShop('back');
  expect((await root.post('add-application', shop('back', 'client-back'))).body).toMatchObject(refused('clientId'));
});
