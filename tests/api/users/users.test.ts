import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
});
afterAll(() => app.stop());

const stored = (id: string) => {
  const [owner = '', name = ''] = id.split('/');
  return app.store('user').find(app.db, owner, name);
};
const update = async (client: Client, id: string, body: unknown) =>
  (await client.post('update-user', body, { query: { id } })).body;
const remove = async (client: Client, owner: string, name: string) =>
  (await client.post('delete-user', { owner, name })).body;
const user = (name: string, rest: Record<string, unknown> = {}) => ({ owner: 'acme', name, password, ...rest });

describe('Adding', () => {
  test('a new user gets an id, a ranking, a display name and the default picture of their organization', async () => {
    await update(root, 'admin/acme', {});
    await root.post(
      'update-organization',
      { defaultAvatar: 'https://acme.example/a.png' },
      { query: { id: 'admin/acme' } },
    );
    const first = await add(acme.admin, 'user', user('bea'));
    const second = await add(acme.admin, 'user', user('ben'));
    expect(first).toMatchObject({ displayName: 'bea', avatar: 'https://acme.example/a.png', isDefaultAvatar: true });
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(second.ranking).toBe(Number(first.ranking) + 1);
    expect(second.id).not.toBe(first.id);
  });

  test.each(['plain', 'salt', 'md5-salt', 'bcrypt', 'pbkdf2-salt', 'argon2id'])(
    'S33 35.19 an organization with password type %s stores new and changed passwords in a safe form',
    async (passwordType) => {
      const organization = { name: `org-${passwordType}`, passwordType, passwordSalt: 'shared' };
      await add(root, 'organization', organization);
      const { data: application } = (await root.get('get-application', { id: 'admin/app-acme' })).body;
      expect(application.name).toBe('app-acme');
      await add(root, 'user', { owner: `org-${passwordType}`, name: 'u', password });
      const row = await stored(`org-${passwordType}/u`);
      const weak = ['plain', 'salt', 'md5-salt'].includes(passwordType);
      expect(row?.passwordType).toBe(weak ? 'argon2id' : passwordType);
      expect(row?.password).not.toBe(password);
      if (passwordType === 'pbkdf2-salt') expect(row?.passwordSalt).not.toBe('');
      const client = await app.signedIn(`org-${passwordType}`, 'u', password);
      const changed = {
        userOwner: `org-${passwordType}`,
        userName: 'u',
        oldPassword: password,
        newPassword: 'another-7-words',
      };
      expect((await client.post('set-password', changed)).body.status).toBe('ok');
      expect((await stored(`org-${passwordType}/u`))?.passwordType).toBe(weak ? 'argon2id' : passwordType);
      await app.signedIn(`org-${passwordType}`, 'u', changed.newPassword);
    },
  );

  test('a password has at least 8 characters and no blanks, and may be missing', async () => {
    expect((await acme.admin.post('add-user', user('short', { password: 'tigress' }))).body.code).toBe(
      'password-too-short',
    );
    expect(await stored('acme/short')).toBeUndefined();
    await add(acme.admin, 'user', user('none', { password: '' }));
    await expect(app.signedIn('acme', 'none', '')).rejects.toThrow();
  });

  test('35.28 an email and a phone number are those that sign-up takes', async () => {
    for (const [field, wrong] of [
      ['email', 'no address'],
      ['email', 'two@at@acme.example'],
      ['phone', '12345'],
      ['phone', '+49 170 1234567'],
    ] as const) {
      const { body } = await acme.admin.post('add-user', user('wrong', { [field]: wrong }));
      expect(body, wrong).toMatchObject({ code: `${field}-invalid`, fields: [{ field }] });
    }
    expect(await stored('acme/wrong')).toBeUndefined();
    const right = await add(
      acme.admin,
      'user',
      user('right', { email: 'right@münchen.example', phone: '+86 138 0000 0001' }),
    );
    for (const field of ['email', 'phone'])
      expect(await update(acme.admin, 'acme/right', { ...right, [field]: 'wrong' })).toMatchObject({
        code: `${field}-invalid`,
      });
    // A user from before the rule keeps what they have.
    await app.db('users').where({ owner: 'acme', name: 'right' }).update({ email: 'no address' });
    expect(await update(acme.admin, 'acme/right', { bio: 'Hello' })).toMatchObject({ status: 'ok' });
  });

  test('a second user with the same name, email, phone or id is refused, and the error names the field', async () => {
    await add(acme.admin, 'user', user('dup', { email: 'dup@acme.example', phone: '13800000555', id: 'dup-id' }));
    expect((await acme.admin.post('add-user', user('dup'))).body.code).toBe('duplicate');
    for (const [field, value] of Object.entries({ email: 'dup@acme.example', phone: '13800000555', id: 'dup-id' })) {
      const { body } = await acme.admin.post('add-user', user('dup2', { [field]: value }));
      expect(body).toMatchObject({ code: 'not-unique', fields: [{ field }] });
    }
    expect(await stored('acme/dup2')).toBeUndefined();
  });
});

describe('S4 a user’s own account', () => {
  test('users change their own fields, and may send back the whole object as they read it', async () => {
    const { data } = (await acme.user.get('get-user', { id: 'acme/alice' })).body;
    expect(data).toMatchObject({ password: '***', passwordSalt: '', isAdmin: false, properties: {} });
    const answer = await update(acme.user, 'acme/alice', { ...data, displayName: 'Alice', bio: 'Hello' });
    expect(answer).toMatchObject({ status: 'ok', data: 'Affected' });
    expect(await stored('acme/alice')).toMatchObject({ displayName: 'Alice', bio: 'Hello' });
    await app.signedIn('acme', 'alice', password);
  });

  test.each([
    ['isAdmin', true],
    ['isGlobalAdmin', true],
    ['isForbidden', true],
    ['isDeleted', true],
    ['owner', 'globex'],
    ['name', 'alicia'],
    ['id', 'other'],
    ['idCard', '11'],
    ['realName', 'Somebody Else'],
    ['score', 9],
    ['karma', 9],
    ['ranking', 9],
    ['signupApplication', 'app-globex'],
    ['tag', 'boss'],
    ['type', 'robot'],
    ['properties', { a: 'b' }],
    ['password', 'another password'],
    ['email', 'new@acme.example'],
    ['phone', '12345'],
  ])('%s is refused and nothing changes', async (field, value) => {
    const before = await stored('acme/alice');
    const answer = await update(acme.user, 'acme/alice', { displayName: 'Changed too', [field]: value });
    expect(answer.status).toBe('error');
    if (field !== 'owner' && answer.code === 'field-rule')
      expect(answer.fields?.map((each) => each.field)).toContain(field);
    expect(await stored('acme/alice')).toEqual(before);
  });

  test.each([
    ['S30', { github: '4711' }, { github: '' }],
    ['S30', { unionId: 'o6_bmjrPTlm6' }, { unionId: '' }],
    ['S31', { webauthnCredentials: [{ ID: 'AQ', PublicKey: 'Ag' }] }, { webauthnCredentials: [] }],
  ])('%s a user removes their data of a service or a passkey, and never writes it: %j', async (_, said, nothing) => {
    const name = `linked-${randomUUID()}`;
    const id = `acme/${name}`;
    await add(acme.admin, 'user', user(name));
    const himself = await app.signedIn('acme', name, password);
    expect(await update(himself, id, said)).toMatchObject({
      code: 'field-rule',
      fields: [{ field: Object.keys(said)[0] }],
    });
    expect(await stored(id)).toMatchObject(nothing);
    expect((await update(acme.admin, id, said)).status).toBe('ok');
    const { data } = (await himself.get('get-user', { id })).body;
    expect((await update(himself, id, { ...data, bio: 'as it was' })).status).toBe('ok');
    expect(await stored(id)).toMatchObject(said);
    expect((await update(himself, id, nothing)).status).toBe('ok');
    expect(await stored(id)).toMatchObject(nothing);
  });

  test('17.13 users change their real name if the organization lets them, and otherwise only see it', async () => {
    const items = (accountItems: object[]) =>
      root.post('update-organization', { accountItems }, { query: { id: 'admin/acme' } });
    const { accountItems } = (await root.get('get-organization', { id: 'admin/acme' })).body.data;
    const others = accountItems.filter(({ name }: { name: string }) => name !== 'Real name');
    expect((await update(acme.admin, 'acme/alice', { realName: 'Alice Liddell' })).status).toBe('ok');
    const change = async () => (await update(acme.user, 'acme/alice', { realName: 'Alice Hargreaves' })).code ?? 'ok';
    const seen = async () => (await acme.user.get('get-user', { id: 'acme/alice' })).body.data.realName;

    // Older organizations have this setting.
    await items(others);
    expect([await change(), await seen()]).toEqual(['field-rule', 'Alice Liddell']);
    await items([...others, { name: 'Real name', viewRule: 'Admin', modifyRule: 'Admin' }]);
    expect([await change(), await seen()]).toEqual(['field-rule', '']);
    await items([...others, { name: 'Real name', viewRule: 'Self', modifyRule: 'Self' }]);
    expect([await change(), await seen()]).toEqual(['ok', 'Alice Hargreaves']);
    await items(accountItems);
  });

  test('the password salt and server-set fields of a body are ignored', async () => {
    const before = await stored('acme/alice');
    await update(acme.user, 'acme/alice', {
      passwordSalt: 'x',
      passwordType: 'plain',
      emailVerified: true,
      hash: 'x',
      ldap: 'x',
    });
    expect(await stored('acme/alice')).toEqual(before);
  });

  test('an organization changes these rules by its account items', async () => {
    const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
    const items = data.accountItems
      .filter((item: { name: string }) => item.name !== 'Homepage')
      .map((item: { name: string }) =>
        item.name === 'Bio'
          ? { ...item, modifyRule: 'Admin' }
          : item.name === 'Title'
            ? { ...item, visible: false }
            : item,
      );
    await acme.admin.post('update-organization', { accountItems: items }, { query: { id: 'admin/acme' } });
    for (const field of ['bio', 'title', 'homepage'])
      expect(await update(acme.user, 'acme/alice', { [field]: 'mine' })).toMatchObject({ code: 'field-rule' });
    expect(await update(acme.admin, 'acme/alice', { bio: 'b', title: 't', homepage: 'h' })).toMatchObject({
      status: 'ok',
    });
    const { data: own } = (await acme.user.get('get-user', { id: 'acme/alice' })).body;
    expect(own).toMatchObject({ bio: 'b', title: '', homepage: '' });
    await root.post('update-organization', { accountItems: data.accountItems }, { query: { id: 'admin/acme' } });
  });

  test('nobody changes an immutable field, and a display name is never empty', async () => {
    expect(await update(root, 'acme/alice', { id: 'other' })).toMatchObject({ code: 'field-rule' });
    expect(await update(acme.admin, 'acme/alice', { displayName: '' })).toMatchObject({ code: 'display-name-empty' });
  });
});

test('S25 nobody learns whose a hidden address is', async () => {
  const organization = `hidden-${randomUUID()}`;
  await add(root, 'organization', { name: organization, isProfilePublic: true });
  const { data } = (await root.get('get-organization', { id: `admin/${organization}` })).body;
  const accountItems = data.accountItems.map((item: { name: string }) =>
    ['Email', 'Phone'].includes(item.name) ? { ...item, viewRule: 'Self' } : item,
  );
  await root.post('update-organization', { accountItems }, { query: { id: `admin/${organization}` } });
  const contacts = { email: 'hugo@hidden.example', phone: '13812345678' };
  for (const person of [{ name: 'hugo', ...contacts }, { name: 'hilda' }])
    await add(root, 'user', { owner: organization, password, ...person });
  const [hugo, hilda] = [
    await app.signedIn(organization, 'hugo', password),
    await app.signedIn(organization, 'hilda', password),
  ];
  for (const [field, value] of Object.entries(contacts)) {
    const find = async (client: Client, sought = value) =>
      (await client.get('get-user', { owner: organization, [field]: sought })).body;
    for (const client of [app.anonymous, hilda, acme.admin]) {
      const [found, missing] = [await find(client), await find(client, `${value}0`)];
      expect(found.code).toBe('not-found');
      expect(JSON.stringify(found)).toBe(JSON.stringify(missing).replaceAll(`${value}0`, value));
      const [work, less] = [
        await statementsOf(app, () => find(client)),
        await statementsOf(app, () => find(client, 'x')),
      ];
      expect(work).toEqual(less);
    }
    for (const client of [hugo, root]) expect((await find(client)).data.name).toBe('hugo');
  }
});

describe('S11 growth of rights', () => {
  test('administrators of an organization make administrators of it, and no global administrators', async () => {
    await add(acme.admin, 'user', user('helper', { isAdmin: true }));
    expect((await acme.admin.post('add-user', user('chief', { isGlobalAdmin: true }))).body.code).toBe(
      'rights-not-held',
    );
    expect(await update(acme.admin, 'acme/helper', { isGlobalAdmin: true })).toMatchObject({ code: 'rights-not-held' });
    expect((await acme.admin.post('add-user', { owner: 'built-in', name: 'x', password })).body.status).toBe('error');
    expect((await update(acme.admin, 'acme/helper', { owner: 'built-in' })).status).toBe('error');
    expect((await acme.application.post('add-user', user('chief', { isGlobalAdmin: true }))).body.code).toBe(
      'rights-not-held',
    );
  });

  test('an organization that lets its users edit Is admin gives them no rights', async () => {
    const { data } = (await root.get('get-organization', { id: 'admin/globex' })).body;
    const items = data.accountItems.map((item: { name: string }) =>
      ['Is admin', 'Is global admin'].includes(item.name) ? { ...item, viewRule: 'Self', modifyRule: 'Self' } : item,
    );
    await globex.admin.post('update-organization', { accountItems: items }, { query: { id: 'admin/globex' } });
    for (const field of ['isAdmin', 'isGlobalAdmin'])
      expect(await update(globex.user, 'globex/alice', { [field]: true })).toMatchObject({ code: 'rights-not-held' });
  });

  test('an administrator of the organization cannot change a global administrator in it', async () => {
    await add(root, 'user', user('global', { isGlobalAdmin: true }));
    const before = await stored('acme/global');
    expect(await update(acme.admin, 'acme/global', { password: 'taken over' })).toMatchObject({
      code: 'rights-not-held',
    });
    expect(await remove(acme.admin, 'acme', 'global')).toMatchObject({ code: 'rights-not-held' });
    expect(await stored('acme/global')).toEqual(before);
  });
});
