import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, type Tenant } from '../../harness/world.ts';
import { groupOf, made, makeToken, type Program, programWith, startScim, userOf } from './world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let program: Program;
let token: string;
beforeAll(async () => {
  ({ app, root, acme, globex, program, token } = await startScim());
});
afterAll(() => app?.stop());

const listed = async () => (await acme.admin.get('get-scim-tokens', { owner: 'acme' })).body.data;
const isLive = async (value: string) => (await programWith(app, value).get('/Users?count=0')).status === 200;

describe('tokens of an organization', () => {
  test('a token is shown once, and stored as a digest', async () => {
    const { body } = await acme.admin.post('add-scim-token', { owner: 'acme', displayName: 'Okta' });
    expect(body.data).toMatch(/^dw_scim_[\w-]{43}$/);
    expect(body.data2).toMatchObject({ owner: 'acme', displayName: 'Okta', maker: 'acme/adam', lastUsedTime: '' });
    const twice = await acme.admin.post('add-scim-token', { owner: 'acme', displayName: 'Okta' });
    expect(twice.body.code).toBe('not-unique');
    const tokens = await listed();
    expect(tokens.map((each: { displayName: string }) => each.displayName)).toContain('Okta');
    const { rows } = await app.db.raw('SELECT * FROM scim_tokens');
    for (const text of [JSON.stringify(tokens), JSON.stringify(rows), app.logged.join('')])
      expect(text).not.toContain(body.data.slice('dw_scim_'.length));
  });

  test('several work at once, each shows its last use, and a deleted one stops at once', async () => {
    const [one, other] = [await makeToken(acme.admin), await makeToken(acme.admin, 'acme', { displayName: 'Next' })];
    expect([await isLive(one), await isLive(other)]).toEqual([true, true]);
    const { id, lastUsedTime } = (await listed()).find((each: { displayName: string }) => each.displayName === 'Next');
    expect(Date.now() - Date.parse(lastUsedTime)).toBeLessThan(120_000);
    expect((await acme.admin.post('delete-scim-token', { owner: 'acme', id })).body.data).toBe('Affected');
    expect([await isLive(one), await isLive(other)]).toEqual([true, false]);
  });

  test('a token ends at its time, which is at most two years away', async () => {
    const value = await makeToken(acme.admin, 'acme', {
      displayName: 'Short',
      expireTime: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(await isLive(value)).toBe(true);
    await app.db('scim_tokens').where({ display_name: 'Short' }).update({ expire_time: new Date() });
    expect(await isLive(value)).toBe(false);
    for (const expireTime of ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
      expect((await acme.admin.post('add-scim-token', { owner: 'acme', displayName: 'x', expireTime })).body.code).toBe(
        'invalid',
      );
  });

  test('their making and deletion are recorded, and need a fresh proof', async () => {
    const { body } = await acme.admin.post('add-scim-token', { owner: 'acme', displayName: 'Noted' });
    await acme.admin.post('delete-scim-token', { owner: 'acme', id: body.data2.id });
    const rows = await app.db('records').where({ owner: 'acme', object: 'scim-token acme/Noted' });
    expect(rows.map(({ action, user }) => `${action} ${user}`).sort()).toEqual([
      'add-scim-token adam',
      'delete-scim-token adam',
    ]);
    await app
      .db('sessions')
      .where({ owner: 'acme', user: 'adam' })
      .update({ authenticated_time: new Date(0) });
    const plain = app.client();
    for (const [name, value] of acme.admin.cookies) plain.cookies.set(name, value);
    const late = await plain.post('add-scim-token', { owner: 'acme', displayName: 'x' });
    expect(late.body.code).toBe('proof-required');
  });

  test('S18 ordinary users, programs, others and a session with a master password make none', async () => {
    const wanted = { owner: 'acme', displayName: 'x' };
    for (const client of [acme.user, acme.application, globex.admin, globex.application, app.anonymous]) {
      expect((await client.post('add-scim-token', wanted)).body.status).toBe('error');
      expect((await client.post('delete-scim-token', { owner: 'acme', id: 'x' })).body.status).toBe('error');
    }
    for (const client of [acme.user, globex.admin, app.anonymous])
      expect((await client.get('get-scim-tokens', { owner: 'acme' })).body.status).toBe('error');
    await root.post(
      'update-organization',
      { masterPassword: 'correct-master-battery' },
      { query: { id: 'admin/acme' } },
    );
    const support = await app.signedIn('acme', 'adam', 'correct-master-battery');
    expect((await support.post('add-scim-token', wanted)).body.code).toBe('impersonated');
  });

  test('S11 no token provisions the platform', async () => {
    expect((await root.post('add-scim-token', { owner: 'built-in', displayName: 'x' })).body.code).toBe('unauthorized');
  });
});

describe('S64 a token reaches one organization', () => {
  test('elsewhere, without one, and with other credentials, all answers are the same refusal', async () => {
    const wrong = [
      programWith(app, token, 'globex'),
      programWith(app, token, 'built-in'),
      programWith(app, token, 'nobody'),
      programWith(app, ''),
      programWith(app, 'dw_scim_wrong'),
    ];
    for (const each of wrong)
      for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', '/Me', '/nothing'])
        expect(await each.get(path), path).toMatchObject({ status: 401, body: { status: '401' } });
    const [answer] = await Promise.all([programWith(app, '').post('/Users', userOf('mallory'))]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="SCIM"');
    const cookie = { Cookie: [...acme.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    expect((await programWith(app, '').get('/Users', cookie)).status).toBe(401);
  });

  test('it is no credential of the api', async () => {
    const client = app.client({ Authorization: `Bearer ${token}` });
    expect((await client.get('get-users', { owner: 'acme' })).body.code).toBe('token-unknown');
  });

  test('no user, group or value of another organization is seen or changed', async () => {
    const other = programWith(app, await makeToken(globex.admin, 'globex'), 'globex');
    const user = await made(other, '/Users', userOf('greta', { externalId: 'same' }));
    const group = await made(other, '/Groups', groupOf('Secret', { externalId: 'same' }));
    await made(program, '/Users', userOf('gustav', { externalId: 'same' }));
    for (const [path, resource] of [
      [`/Users/${user.id}`, userOf('x')],
      [`/Groups/${group.id}`, groupOf('x')],
    ] as const) {
      expect((await program.get(path)).status).toBe(404);
      expect((await program.put(path, resource)).status).toBe(404);
      expect((await program.patch(path, [{ op: 'replace', value: { displayName: 'x' } }])).status).toBe(404);
      expect((await program.remove(path)).status).toBe(404);
    }
    const { body } = await program.get('/Users?filter=externalId eq "same"');
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(['gustav']);
    expect((await program.get(`/Users?filter=id eq "${user.id}"`)).body.totalResults).toBe(0);
    expect((await other.get(`/Users/${user.id}`)).body).toEqual(user);
  });
});

describe('S64, S11, S60 a token gives no right that its maker lacks', () => {
  test('no attribute makes an administrator, gives a role or moves a user', async () => {
    const body = {
      isAdmin: true,
      isGlobalAdmin: true,
      roles: [{ value: 'admin' }],
      owner: 'built-in',
      type: 'x',
      entitlements: [{ value: 'all' }],
    };
    const user = await made(program, '/Users', userOf('nina', body));
    await program.put(`/Users/${user.id}`, userOf('nina', body));
    expect(await app.store('user').find(app.db, 'acme', 'nina')).toMatchObject({
      owner: 'acme',
      isAdmin: false,
      isGlobalAdmin: false,
    });
  });

  test('a global administrator in the organization is not changed, whoever made the token', async () => {
    await add(root, 'user', { owner: 'acme', name: 'olga', isGlobalAdmin: true });
    for (const each of [program, programWith(app, await makeToken(root, 'acme'))]) {
      const { id } = (await each.get('/Users?filter=userName eq "olga"')).body.Resources[0];
      for (const value of [
        { active: false },
        { password: 'another-horse-battery' },
        { emails: [{ value: 'x@acme.example' }] },
      ])
        expect((await each.patch(`/Users/${id}`, [{ op: 'replace', value }])).status).toBe(403);
      expect((await each.remove(`/Users/${id}`)).status).toBe(403);
    }
  });

  test.each([
    ['is demoted', { isAdmin: false }],
    ['is blocked', { isForbidden: true }],
    ['is marked as deleted', { isDeleted: true }],
  ])('it stops at once when its maker %s', async (title, change) => {
    const name = `maker ${title}`;
    await add(root, 'user', { owner: 'acme', name, isAdmin: true, password });
    const value = await makeToken(await app.signedIn('acme', name, password));
    expect(await isLive(value)).toBe(true);
    await root.post('update-user', change, { query: { id: `acme/${name}` } });
    expect(await isLive(value)).toBe(false);
  });

  test('it goes with its maker, and follows a new name', async () => {
    await add(root, 'user', { owner: 'acme', name: 'paul', isAdmin: true, password });
    const value = await makeToken(await app.signedIn('acme', 'paul', password));
    await root.post('update-user', { name: 'paula' }, { query: { id: 'acme/paul' } });
    expect(await isLive(value)).toBe(true);
    await root.post('delete-user', { owner: 'acme', name: 'paula' });
    expect(await isLive(value)).toBe(false);
    expect(await app.db('scim_tokens').where({ maker: 'acme/paula' })).toEqual([]);
  });
});

describe('S64, S16 active: false', () => {
  test('ends sessions and tokens at once, and refuses sign-in until active: true', async () => {
    const user = await made(program, '/Users', userOf('quinn', { password }));
    const browser = await app.signedIn('acme', 'quinn', password);
    const { body } = await acme.admin.post('add-token', {
      owner: 'admin',
      name: 'of-quinn',
      application: 'app-acme',
      organization: 'acme',
      user: 'quinn',
      accessToken: 'x'.repeat(40),
      scope: 'read',
    });
    expect(body.status).toBe('ok');
    await program.patch(`/Users/${user.id}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect((await browser.get('get-account')).body.status).toBe('error');
    expect(await app.db('tokens').where({ organization: 'acme', user: 'quinn' })).toEqual([]);
    await expect(app.signedIn('acme', 'quinn', password)).rejects.toThrow();
    expect((await program.get(`/Users/${user.id}`)).body.active).toBe(false);
    await program.put(`/Users/${user.id}`, userOf('quinn'));
    expect((await program.get(`/Users/${user.id}`)).body.active).toBe(false);
    await program.patch(`/Users/${user.id}`, [{ op: 'replace', value: { active: true } }]);
    await app.signedIn('acme', 'quinn', password);
  });
});
