import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
});
afterAll(() => app.stop());

const stored = (name: string) => app.store('organization').find(app.db, 'admin', name);
const update = async (client: Client, name: string, body: unknown) =>
  (await client.post('update-organization', body, { query: { id: `admin/${name}` } })).body;

test('a master password is stored as a digest and shown as a mask; the mask keeps it and an empty text removes it', async () => {
  await update(acme.admin, 'acme', { masterPassword: 'opens everything' });
  const digest = (await stored('acme'))?.masterPassword;
  expect(digest).toMatch(/^\$argon2id\$/);
  const { data } = (await acme.admin.get('get-organization', { id: 'admin/acme' })).body;
  expect(data.masterPassword).toBe('***');
  await update(acme.admin, 'acme', data);
  expect((await stored('acme'))?.masterPassword).toBe(digest);
  expect(await update(acme.admin, 'acme', { masterPassword: 'eleven-char' })).toMatchObject({
    code: 'password-too-short',
    msg: expect.stringContaining('12'),
  });
  await update(acme.admin, 'acme', { masterPassword: '' });
  expect((await stored('acme'))?.masterPassword).toBe('');
});

test('17.11 a new organization shows no user to strangers, and email and phone only to their user and administrators', async () => {
  const owner = `quiet-${randomUUID()}`;
  const { admin, user } = await createTenant(app, root, owner);
  const contacts = { email: 'carl@quiet.example', phone: '13812345678' };
  await add(admin, 'user', { owner, name: 'carl', password, affiliation: 'Choir', ...contacts });
  const carl = await app.signedIn(owner, 'carl', password);
  const seenBy = async (client: Client) => (await client.get('get-user', { id: `${owner}/carl` })).body.data;
  for (const client of [app.anonymous, acme.user]) expect(await seenBy(client)).toBeNull();
  expect(await seenBy(user)).toMatchObject({ affiliation: 'Choir', email: '', phone: '' });
  for (const client of [carl, admin]) expect(await seenBy(client)).toMatchObject(contacts);

  const { data } = (await admin.get('get-organization', { id: `admin/${owner}` })).body;
  const accountItems = data.accountItems.map((item: object) => ({
    ...item,
    ...('name' in item && item.name === 'Email' && { viewRule: 'Public' }),
  }));
  await update(admin, owner, { isProfilePublic: true, accountItems });
  expect(await seenBy(app.anonymous)).toMatchObject({ email: contacts.email, phone: '' });
  expect(await stored('built-in')).toMatchObject({
    isProfilePublic: false,
    accountItems: expect.arrayContaining([expect.objectContaining({ name: 'Email', viewRule: 'Self' })]),
  });
});

test.each([
  ['en', "The Organization: nowhere doesn't exist", 'Users (2): acme/adam, acme/alice'],
  ['zh', '组织不存在：nowhere', '用户 (2): acme/adam, acme/alice'],
  ['de', 'Organisation: nowhere gibt es nicht', 'Benutzer (2): acme/adam, acme/alice'],
])(
  'in %s an answer names objects in the words of the language, and objects of the platform by name only',
  async (language, missing, users) => {
    const headers = { 'Accept-Language': language };
    const { body } = await root.get('get-organization', { id: 'admin/nowhere' }, { headers });
    expect(body).toMatchObject({ code: 'not-found', msg: missing });
    const refused = (await root.post('delete-organization', { name: 'acme' }, { headers })).body;
    expect(refused.msg).toContain(users);
    expect(refused.msg).not.toContain('admin/');
  },
);

test('an organization with users cannot be deleted, and the error names the objects that depend on it', async () => {
  const { body } = await root.post('delete-organization', { name: 'acme' });
  expect(body).toMatchObject({
    code: 'in-use',
    data: expect.arrayContaining([expect.objectContaining({ kind: 'user' })]),
  });
  expect(body.msg).toContain('acme/alice');
  await add(root, 'organization', { name: 'empty' });
  expect((await root.post('delete-organization', { name: 'empty' })).body.status).toBe('ok');
  expect(await stored('empty')).toBeUndefined();
});

test('users stay signed in if their organization is renamed', async () => {
  await createTenant(app, root, 'early');
  const client = await app.signedIn('early', 'alice', password);
  expect(await update(root, 'early', { name: 'late' })).toMatchObject({ status: 'ok' });
  expect((await client.get('get-account')).body).toMatchObject({
    status: 'ok',
    data: { owner: 'late', name: 'alice' },
  });
});

const unseen = ['acme\u200b', 'ac\u00adme', '\u202eemca', 'ac\u2028me', 'acme\u0007'];
test.each(['admin', 'app', 'anonymous', 'operator', 'a/b', '.', '..', ' blank', '', ...unseen])(
  'an organization cannot have the name “%s”',
  async (name) => {
    expect((await root.post('add-organization', { name })).body).toMatchObject({
      code: 'invalid',
      fields: expect.arrayContaining([expect.objectContaining({ field: 'name' })]),
    });
    expect((await update(root, 'acme', { name })).status).toBe('error');
  },
);

test('S9 an administrator cannot give their organization the name of a deleted one, and so read its records', async () => {
  const gone = `gone-${randomUUID()}`;
  await add(root, 'organization', { name: gone });
  await root.post('delete-organization', { name: gone });
  for (const client of [acme.admin, acme.application])
    expect(await update(client, 'acme', { name: gone })).toMatchObject({ code: 'unauthorized' });
});

test('S15 the built-in organization cannot be deleted or renamed', async () => {
  expect((await root.post('delete-organization', { name: 'built-in' })).body.code).toBe('built-in');
  expect(await update(root, 'built-in', { name: 'mine' })).toMatchObject({ code: 'built-in' });
});

test('a role cannot contain itself, neither directly nor through others, nor by two changes at once', async () => {
  const role = (name: string) => ({ owner: 'acme', name });
  const hold = async (name: string, roles: string[]) =>
    (await acme.admin.post('update-role', { roles }, { query: { id: `acme/${name}` } })).body;
  for (const name of ['a', 'b', 'c']) await add(acme.admin, 'role', role(name));
  expect(await hold('a', ['acme/a'])).toMatchObject({ code: 'invalid', fields: [{ field: 'roles' }] });
  expect(await hold('a', ['acme/b'])).toMatchObject({ status: 'ok' });
  expect(await hold('b', ['acme/c'])).toMatchObject({ status: 'ok' });
  expect(await hold('c', ['acme/a'])).toMatchObject({ code: 'invalid' });
  for (let i = 0; i < 5; i++) {
    for (const name of ['x', 'y']) await add(acme.admin, 'role', role(`${name}${i}`));
    const answers = await Promise.all([hold(`x${i}`, [`acme/y${i}`]), hold(`y${i}`, [`acme/x${i}`])]);
    expect(answers.map((each) => each.code ?? each.status).toSorted()).toEqual(['invalid', 'ok']);
  }
});

test('a permission uses a model of its own organization', async () => {
  await add(root, 'model', { owner: 'built-in', name: 'foreign' });
  await add(acme.admin, 'model', { owner: 'acme', name: 'own' });
  for (const client of [acme.admin, root])
    expect((await client.post('add-permission', { owner: 'acme', name: 'p', model: 'foreign' })).body.code).toBe(
      'unknown-reference',
    );
  await add(acme.admin, 'permission', { owner: 'acme', name: 'p', model: 'own' });
});

test('records are found by a template, and each administrator searches their own', async () => {
  const find = async (client: Client, template: unknown) => (await client.post('get-records-filter', template)).body;
  const { data } = await find(acme.admin, { action: 'add-role', user: 'adam', isTriggered: false, clientIp: '' });
  expect(data.length).toBeGreaterThan(2);
  expect(new Set(data.map((each: { action: string }) => each.action))).toEqual(new Set(['add-role']));
  expect((await find(acme.admin, { owner: 'built-in' })).data).toEqual([]);
  expect((await find(acme.user, {})).code).toBe('unauthorized');
});
