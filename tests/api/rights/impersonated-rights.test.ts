import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { add, password, startTenants } from '../../harness/world.ts';

const master = 'master of the keys';
const accessToken = 'written-by-somebody-else-than-adam';
let app: TestApp;
let root: Client;
let acme: Client;
let impersonated: Client;
beforeAll(async () => {
  const world = await startTenants();
  ({ app, root } = world);
  acme = world.acme.admin;
  await root.post('update-organization', { masterPassword: master }, { query: { id: 'admin/acme' } });
  await add(root, 'application', { name: 'app-small', organization: 'acme', apiAccess: 'read-account' });
  impersonated = await app.signedIn('acme', 'adam', master);
});
afterAll(() => app.stop());

const setsPassword = async (client: Client) => {
  const form = { userOwner: 'acme', userName: 'adam', newPassword: 'set-by-a-stranger' };
  return (await client.post('set-password', form)).body.status === 'ok';
};
const token = { application: 'app-acme', organization: 'acme', user: 'app/app-acme', scope: 'read' };
const update = (client: Client, kind: string, id: string, change: object) =>
  client.post(`update-${kind}`, change, { query: { id } });

describe('17.5 an administrator with the master password gives nobody the right to set passwords', () => {
  test('not an application, with its own token', async () => {
    const added = await impersonated.post('add-token', { ...token, name: 'stolen', accessToken });
    expect(added.body.code).toBe('impersonated');
    await add(acme, 'token', { ...token, name: 'present', accessToken: `${accessToken}-2` });
    const changed = await update(impersonated, 'token', 'admin/present', { accessToken });
    expect(changed.body.code).toBe('impersonated');
    expect(await setsPassword(app.client({ Authorization: `Bearer ${accessToken}` }))).toBe(false);
  });

  test('not an application whose secret they know, with wider access', async () => {
    const { data } = (await acme.get('get-application', { id: 'admin/app-small' })).body;
    const id = 'admin/app-small';
    const { body } = await update(impersonated, 'application', id, { apiAccess: 'administrator' });
    expect(body).toMatchObject({ code: 'rights-not-held', fields: [{ field: 'apiAccess' }] });
    expect(await setsPassword(app.client(basic(data.clientId, data.clientSecret)))).toBe(false);
    expect((await update(impersonated, 'application', id, { description: 'small' })).body.status).toBe('ok');
    expect((await update(acme, 'application', id, { apiAccess: 'account' })).body.status).toBe('ok');
    expect((await update(impersonated, 'application', id, { apiAccess: 'read-account' })).body.status).toBe('ok');
  });

  test('not a user whose password they know', async () => {
    for (const { body } of [
      await update(impersonated, 'user', 'acme/alice', { isAdmin: true }),
      await impersonated.post('add-user', { owner: 'acme', name: 'mallory', isAdmin: true }),
    ])
      expect(body).toMatchObject({ code: 'rights-not-held', fields: [{ field: 'isAdmin' }] });
    expect((await update(impersonated, 'user', 'acme/adam', { title: 'Head' })).body.status).toBe('ok');
    expect((await update(acme, 'user', 'acme/alice', { isAdmin: true })).body.status).toBe('ok');
  });
});

describe('17.5 an administrator with the master password enables nothing that somebody disabled', () => {
  const refused = (field: string) => ({ code: 'impersonated', fields: [{ field }] });

  test('not a blocked or deleted user, whose password they may know', async () => {
    for (const field of ['isForbidden', 'isDeleted']) {
      await update(acme, 'user', 'acme/alice', { [field]: true });
      expect((await update(impersonated, 'user', 'acme/alice', { [field]: false })).body).toMatchObject(refused(field));
      expect((await update(impersonated, 'user', 'acme/alice', { title: 'Locked' })).body.status).toBe('ok');
      expect((await update(acme, 'user', 'acme/alice', { [field]: false })).body.status).toBe('ok');
    }
    expect((await update(impersonated, 'user', 'acme/alice', { isForbidden: true })).body.status).toBe('ok');
    await update(acme, 'user', 'acme/alice', { isForbidden: false });
  });

  test('not a disabled application, whose secret they may know, and no other method of authentication', async () => {
    const id = 'admin/app-small';
    await update(acme, 'application', id, { isEnabled: false });
    expect((await update(impersonated, 'application', id, { isEnabled: true })).body).toMatchObject(
      refused('isEnabled'),
    );
    const changed = await update(impersonated, 'application', id, { clientType: 'public' });
    expect(changed.body).toMatchObject(refused('clientType'));
    expect((await update(acme, 'application', id, { isEnabled: true })).body.status).toBe('ok');
    expect((await update(impersonated, 'application', id, { isEnabled: false })).body.status).toBe('ok');
    await update(acme, 'application', id, { isEnabled: true });
  });

  test('a new application of theirs works, and answers show no secret', async () => {
    const made = await impersonated.post('add-application', { name: 'app-theirs', organization: 'acme' });
    expect(made.body.status).toBe('ok');
    for (const path of [
      'get-application?id=admin/app-small',
      'get-application?id=admin/app-theirs',
      'get-applications',
    ]) {
      const { body } = await impersonated.get(path);
      expect(JSON.stringify(body.data)).not.toMatch(/"clientSecret":"(?!\*\*\*)[^"]+"/);
    }
  });
});

interface Tokens {
  access_token: string;
  refresh_token: string;
}

describe('17.5 an administrator with the master password sends no proof of identity elsewhere', () => {
  test('not the codes of an application', async () => {
    const redirectUris = ['https://thief.example/callback'];
    const changed = await update(impersonated, 'application', 'admin/app-small', { redirectUris });
    expect(changed.body).toMatchObject({ code: 'impersonated', fields: [{ field: 'redirectUris' }] });
    expect((await update(acme, 'application', 'admin/app-small', { redirectUris })).body.status).toBe('ok');
  });

  test('not what users type on the pages of an application', async () => {
    const pages = ['signinUrl', 'signupUrl', 'forgetUrl', 'affiliationUrl', 'signinHtml', 'signupHtml'];
    const thief = 'https://thief.example/';
    for (const field of pages) {
      const change = { [field]: field.endsWith('Html') ? `<a href="${thief}">Sign in</a>` : thief };
      const changed = await update(impersonated, 'application', 'admin/app-small', change);
      expect(changed.body).toMatchObject({ code: 'impersonated', fields: [{ field }] });
      expect((await update(acme, 'application', 'admin/app-small', change)).body.status).toBe('ok');
    }
  });

  test('not the passwords of a directory, and not the users of a syncer', async () => {
    const directory = await add(acme, 'ldap', { owner: 'acme', id: 'directory', host: 'ldap.acme.example' });
    await add(acme, 'syncer', { name: 'people', organization: 'acme', host: 'db.acme.example' });
    for (const [kind, id] of [
      ['ldap', `acme/${directory.id}`],
      ['syncer', 'admin/people'],
    ] as const) {
      const changed = await update(impersonated, kind, id, { host: 'thief.example' });
      expect(changed.body).toMatchObject({ code: 'impersonated', fields: [{ field: 'host' }] });
      expect((await update(acme, kind, id, { host: 'other.acme.example' })).body.status).toBe('ok');
    }
  });

  test('not accounts, by the email of another service', async () => {
    const allow = (by: Client, linkByEmail: boolean) => update(by, 'organization', 'admin/acme', { linkByEmail });
    expect((await allow(impersonated, true)).body).toMatchObject({ code: 'impersonated' });
    expect((await allow(root, true)).body.status).toBe('ok');
    expect((await allow(impersonated, false)).body.status).toBe('ok');
  });
});

describe('17.5 a new master password ends what the old one began', () => {
  test('its sessions and the tokens of its sign-ins, and no other ones', async () => {
    const grantTypes = ['password', 'refresh_token'];
    const { clientId } = await add(root, 'application', { name: 'app-tools', organization: 'acme', grantTypes });
    const { data } = (await root.get('get-application', { id: 'admin/app-tools' })).body;
    const tools = app.client(basic(String(clientId), String(data.clientSecret)));
    const tokensFor = async (password: string) =>
      (
        await tools.post('/api/login/oauth/access_token', {
          grant_type: 'password',
          username: 'adam',
          password,
          scope: 'read offline_access',
        })
      ).body as unknown as Tokens;
    const [others, own] = [await tokensFor(master), await tokensFor(password)];
    const session = await app.signedIn('acme', 'adam', password);
    const reads = async (client: Client) => (await client.get('get-account')).body.status;
    const bearing = ({ access_token }: Tokens) => app.client({ Authorization: `Bearer ${access_token}` });
    expect(await Promise.all([impersonated, session, bearing(others), bearing(own)].map(reads))).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ]);
    await root.post('update-organization', { masterPassword: 'another master key' }, { query: { id: 'admin/acme' } });
    expect(await Promise.all([impersonated, session, bearing(others), bearing(own)].map(reads))).toEqual([
      'error',
      'ok',
      'error',
      'ok',
    ]);
    const refresh = async ({ refresh_token }: Tokens) =>
      (await tools.post('/api/login/oauth/refresh_token', { grant_type: 'refresh_token', refresh_token })).status;
    expect([await refresh(others), await refresh(own)]).toEqual([400, 200]);
  });
});
