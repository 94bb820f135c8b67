import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;

beforeAll(async () => {
  ({ app, root, acme } = await startTenants());
});
afterAll(() => app?.stop());

const refusal = async (client: Client, kind: string, object: object, language = 'en') =>
  (await client.post(`delete-${kind}`, object, { headers: { 'Accept-Language': language } })).body;

test('a refused deletion counts the objects of each kind that stand in the way, and names the first five', async () => {
  await add(root, 'organization', { name: 'busy' });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await add(root, 'user', { owner: 'busy', name });
  await add(root, 'application', { name: 'busy-shop', organization: 'busy' });
  const { id } = await add(root, 'ldap', { owner: 'busy', serverName: 'Head office' });
  const body = await refusal(root, 'organization', { name: 'busy' });
  expect(body).toMatchObject({ code: 'in-use' });
  expect(body.data).toEqual([
    {
      kind: 'user',
      count: 7,
      objects: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: `busy/${name}`, name })),
    },
    { kind: 'application', count: 1, objects: [{ id: 'admin/busy-shop', name: 'busy-shop' }] },
    { kind: 'ldap', count: 1, objects: [{ id: `busy/${id}`, name: 'Head office' }] },
  ]);
  expect(body.msg).toBe(
    'The Organization busy is still in use by Users (7): busy/a, busy/b, busy/c, busy/d, busy/e, …; Applications (1): busy-shop; LDAP servers (1): Head office',
  );
  expect((await refusal(root, 'organization', { name: 'busy' }, 'de')).msg).toContain('Benutzer (7): busy/a');
});

test('above a thousand, the count says only that there are more', async () => {
  await add(root, 'organization', { name: 'crowd' });
  await loadUsers(app.db, 'crowd', 1001);
  const { data, msg } = await refusal(root, 'organization', { name: 'crowd' });
  expect(data).toMatchObject([{ kind: 'user', count: 1000, isMore: true }]);
  expect(msg).toContain('Users (1000+): ');
});

test('a group does not stand in the way of itself', async () => {
  await add(root, 'group', { owner: 'acme', name: 'top' });
  await app.db('groups').where({ name: 'top' }).update({ parent_id: 'top' });
  expect((await refusal(acme.admin, 'group', { owner: 'acme', name: 'top' })).status).toBe('ok');
});

test('S9 a refused deletion does not tell an administrator which objects of other organizations stand in the way', async () => {
  for (const name of ['rules', 'lonely']) await add(root, 'model', { owner: 'acme', name });
  await add(root, 'permission', { owner: 'acme', name: 'own', model: 'rules' });
  // The api refuses such references. Older rows can have them.
  for (const model of ['rules', 'lonely']) {
    await add(root, 'enforcer', { owner: 'globex', name: `secret-${model}` });
    await app
      .db('enforcers')
      .where({ name: `secret-${model}` })
      .update({ model: `acme/${model}` });
  }
  const partly = await refusal(acme.admin, 'model', { owner: 'acme', name: 'rules' });
  expect(partly).toMatchObject({ code: 'in-use', params: { context: 'partly' } });
  expect(partly.data).toEqual([{ kind: 'permission', count: 1, objects: [{ id: 'acme/own', name: 'own' }] }]);
  expect(partly.msg).toBe(
    'The Model acme/rules is still in use by Permissions (1): acme/own, and by objects that you may not see',
  );
  const elsewhere = await refusal(acme.admin, 'model', { owner: 'acme', name: 'lonely' });
  expect(elsewhere).toMatchObject({ code: 'in-use', params: { context: 'elsewhere' }, data: [] });
  expect(elsewhere.msg).toBe('The Model acme/lonely is still in use by objects that you may not see');
  expect(JSON.stringify([partly, elsewhere])).not.toMatch(/globex|secret|nforcer/);
  const all = await refusal(root, 'model', { owner: 'acme', name: 'lonely' });
  expect(all.data).toEqual([
    { kind: 'enforcer', count: 1, objects: [{ id: 'globex/secret-lonely', name: 'secret-lonely' }] },
  ]);
});
