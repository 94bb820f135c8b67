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

describe('Administrators', () => {
  test('an administrator sets a password, which ends the user’s sessions', async () => {
    await add(acme.admin, 'user', user('pat'));
    const pat = await app.signedIn('acme', 'pat', password);
    expect(await update(acme.admin, 'acme/pat', { password: 'a-new-password' })).toMatchObject({ status: 'ok' });
    expect((await pat.get('get-account')).body.status).toBe('error');
    await app.signedIn('acme', 'pat', 'a-new-password');
    expect((await stored('acme/pat'))?.password).toMatch(/^\$argon2id/);
  });

  test('S29, 35.29 an email or a phone that an administrator writes is not verified', async () => {
    await add(acme.admin, 'user', user('mail', { email: 'old@acme.example', phone: '13800000778' }));
    const proved = { email_verified: true, phone_verified: true };
    await app.db('users').where({ owner: 'acme', name: 'mail' }).update(proved);
    const [email, phone] = ['new@acme.example', '13800000779'];
    await update(acme.admin, 'acme/mail', { email });
    expect(await stored('acme/mail')).toMatchObject({ email, emailVerified: false, phoneVerified: true });
    await update(acme.admin, 'acme/mail', { phone });
    expect(await stored('acme/mail')).toMatchObject({ phone, phoneVerified: false });
  });

  test('S16 a blocked or deleted user is signed out at once', async () => {
    await add(acme.admin, 'user', user('out'));
    const client = await app.signedIn('acme', 'out', password);
    await update(acme.admin, 'acme/out', { isForbidden: true });
    expect((await client.get('get-account')).body.status).toBe('error');
    expect(await app.db('sessions').where({ owner: 'acme', user: 'out' })).toEqual([]);
    await expect(app.signedIn('acme', 'out', password)).rejects.toThrow();
  });

  test('soft deletion marks a user first and removes them at the second request', async () => {
    await add(root, 'organization', { name: 'soft', enableSoftDeletion: true });
    await add(root, 'user', { owner: 'soft', name: 'sam', password });
    expect(await remove(root, 'soft', 'sam')).toMatchObject({ status: 'ok' });
    expect(await stored('soft/sam')).toMatchObject({ isDeleted: true });
    expect(await remove(root, 'soft', 'sam')).toMatchObject({ status: 'ok' });
    expect(await stored('soft/sam')).toBeUndefined();
  });

  test('a stale version is refused with the current object, and without a version the last writer wins', async () => {
    const made = await add(acme.admin, 'user', user('ver'));
    await update(acme.admin, 'acme/ver', { bio: 'one' });
    const answer = await update(acme.admin, 'acme/ver', { bio: 'two', version: made.version });
    expect(answer).toMatchObject({ code: 'stale', data: { bio: 'one', version: 2 } });
    expect(await update(acme.admin, 'acme/ver', { bio: 'three' })).toMatchObject({ status: 'ok' });
  });

  test('the parameter columns limits which fields an update takes from the body', async () => {
    await add(acme.admin, 'user', user('col'));
    const query = { id: 'acme/col', columns: 'display_name,bio' };
    await acme.admin.post('update-user', { displayName: 'Col', bio: 'b', title: 'no' }, { query });
    expect(await stored('acme/col')).toMatchObject({ displayName: 'Col', bio: 'b', title: '' });
  });
});

describe('S15 the last global administrator', () => {
  test('cannot be demoted, blocked, marked as deleted or deleted', async () => {
    await remove(root, 'acme', 'global');
    for (const change of [{ isForbidden: true }, { isDeleted: true }])
      expect(await update(root, 'built-in/admin', change)).toMatchObject({ code: 'last-administrator' });
    expect(await remove(root, 'built-in', 'admin')).toMatchObject({ code: 'built-in' });
    expect((await update(root, 'built-in/admin', { name: 'boss' })).code).toBe('built-in');
  });

  test('of two who block each other at the same time, one stays', async () => {
    await add(root, 'user', user('one', { isGlobalAdmin: true }));
    await add(root, 'user', user('two', { isGlobalAdmin: true }));
    await app.db('users').where({ owner: 'built-in' }).update({ is_forbidden: true });
    const [one, two] = [await app.signedIn('acme', 'one', password), await app.signedIn('acme', 'two', password)];
    const answers = await Promise.all([
      update(one, 'acme/two', { isForbidden: true }),
      update(two, 'acme/one', { isForbidden: true }),
    ]);
    await app.db('users').where({ owner: 'built-in' }).update({ is_forbidden: false });
    expect(answers.map((each) => each.code ?? each.status).toSorted()).toEqual(['last-administrator', 'ok']);
    const { count } = (await app
      .db('users')
      .where({ owner: 'acme', is_global_admin: true, is_forbidden: false })
      .count()
      .first()) as { count: number };
    expect(count).toBe(1);
  });
});

describe('Reading', () => {
  test('S14 an organization with private profiles gives strangers the same answer for users who exist and who do not', async () => {
    await root.post('update-organization', { isProfilePublic: false }, { query: { id: 'admin/acme' } });
    await root.post('update-user', { email: 'alice@acme.example' }, { query: { id: 'acme/alice' } });
    for (const client of [app.anonymous, globex.user, globex.admin]) {
      for (const [known, unknown] of [
        [{ id: 'acme/alice' }, { id: 'acme/nobody' }],
        [
          { owner: 'acme', email: 'alice@acme.example' },
          { owner: 'acme', email: 'nobody@acme.example' },
        ],
      ] as const) {
        const [there, missing] = [await client.get('get-user', known), await client.get('get-user', unknown)];
        expect(there.body.code).toBe('not-found');
        expect(there.text.replaceAll('alice', 'nobody')).toBe(missing.text);
      }
    }
    expect((await acme.user.get('get-user', { id: 'acme/adam' })).body.data.name).toBe('adam');
    await root.post('update-organization', { isProfilePublic: true }, { query: { id: 'admin/acme' } });
    expect((await app.anonymous.get('get-user', { id: 'acme/alice' })).body.data).toMatchObject({
      name: 'alice',
      password: '',
      isAdmin: false,
      idCard: '',
      lastSigninIp: '',
      roles: null,
    });
  });

  describe('S14 the one answer', () => {
    const setPublic = (isProfilePublic: boolean) =>
      root.post('update-organization', { isProfilePublic }, { query: { id: 'admin/acme' } });
    beforeAll(() => setPublic(false));
    afterAll(() => setPublic(true));

    test('costs the same statements', async () => {
      const sent = (id: string) => statementsOf(app, () => globex.user.get('get-user', { id }));
      const [there, missing] = [await sent('acme/alice'), await sent('acme/nobody')];
      expect(there).toEqual(missing);
    });
  });

  test('a user is found by email, phone and id, and comes with their roles and permissions', async () => {
    const made = await add(acme.admin, 'user', user('find', { email: 'f@acme.example', phone: '13800000777' }));
    await add(acme.admin, 'group', { owner: 'acme', name: 'others' });
    const held = { users: ['acme/find', 'acme/adam'], groups: ['acme/others'] };
    await add(acme.admin, 'role', { owner: 'acme', name: 'finder', ...held });
    await add(acme.admin, 'permission', { owner: 'acme', name: 'may-find', users: ['acme/find'] });
    for (const by of [{ email: 'f@acme.example' }, { phone: '13800000777' }, { userId: String(made.id) }]) {
      const { data } = (await acme.admin.get('get-user', { owner: 'acme', ...by })).body;
      expect(data.name).toBe('find');
      expect(data.roles).toMatchObject([{ name: 'finder', users: ['acme/find'], groups: [] }]);
      expect(data.permissions).toMatchObject([{ name: 'may-find' }]);
    }
  });

  test('users of all organizations are counted, sorted and listed, and each administrator sees their own', async () => {
    await add(acme.admin, 'user', user('third'));
    const all = (await root.get('get-global-users', { p: 1, pageSize: 1000 })).body;
    expect(new Set(all.data.map((each: { owner: string }) => each.owner))).toContain('globex');
    const own = (await acme.admin.get('get-global-users', { p: 1, pageSize: 1000 })).body;
    expect(new Set(own.data.map((each: { owner: string }) => each.owner))).toEqual(new Set(['acme']));
    expect((await acme.admin.get('get-user-count', { owner: 'acme' })).body.data).toBe(own.data2);
    expect((await acme.admin.get('get-user-count', { owner: 'acme', isOnline: 1 })).body.data).toBe(0);
    expect((await acme.admin.get('get-user-count', { owner: 'globex' })).body.status).toBe('error');
    const sorted = (await acme.admin.get('get-sorted-users', { owner: 'acme', sorter: 'created_time', limit: 3 })).body
      .data;
    expect(sorted).toHaveLength(3);
    expect(sorted[0].createdTime >= sorted[2].createdTime).toBe(true);
    for (const sorter of ['password', 'name; DROP TABLE users'])
      expect((await acme.admin.get('get-sorted-users', { owner: 'acme', sorter, limit: 3 })).body.code).toBe(
        'unknown-column',
      );
  });

  test('a user sees their own payments and application, and nobody else’s payments', async () => {
    const query = { owner: 'admin', organization: 'acme', user: 'alice' };
    expect((await acme.user.get('get-user-payments', query)).body).toMatchObject({ status: 'ok', data: [] });
    expect((await acme.user.get('get-user-payments', { ...query, user: 'adam' })).body.code).toBe('unauthorized');
    expect((await acme.user.get('get-user-application', { id: 'acme/alice' })).body.data).toMatchObject({
      name: 'app-acme',
      clientSecret: '',
    });
  });

  test('a user who takes a deleted user’s name cannot see their payments', async () => {
    const payer = { owner: 'acme', name: `payer-${randomUUID()}`, password };
    const name = `paid-by-${payer.name}`;
    const read = async (client: Client) => [
      (await client.get('get-user-payments', { organization: 'acme', user: payer.name })).body.data,
      (await client.get('get-payment', { id: `admin/${name}` })).body.data,
    ];
    await add(root, 'user', payer);
    await add(root, 'payment', { name, organization: 'acme', user: payer.name, personIdCard: 'ID-7' });
    const mine = [[expect.objectContaining({ name })], expect.objectContaining({ personIdCard: 'ID-7' })];
    expect(await read(await app.signedIn('acme', payer.name, password))).toEqual(mine);
    await root.post('delete-user', payer);
    await add(root, 'user', payer);
    expect(await read(await app.signedIn('acme', payer.name, password))).toEqual([[], null]);
    expect(await read(acme.admin)).toEqual(mine);
  });
});
