import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, callback, createProtocolWorld, type ProtocolWorld } from '../world.ts';

const master = 'master of the keys';
let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'organization', { name: 'guarded', displayName: 'Guarded', masterPassword: master });
  for (const [name, isAdmin] of [
    ['gina', false],
    ['greta', true],
  ] as const)
    await add(world.root, 'user', { owner: 'guarded', name, email: `${name}@guarded.example`, password, isAdmin });
  application = await world.application('app-guarded', {
    organization: 'guarded',
    clientType: 'confidential',
    grantTypes: ['authorization_code', 'refresh_token', 'password', 'token'],
    oauthFeatures: ['device_authorization'],
    apiAccess: 'administrator',
    enableSigninSession: true,
  });
});
afterAll(() => world.app.stop());

const credentials = () => ({ client_id: application.clientId, client_secret: application.clientSecret });
const asked = async (path: string, form: Record<string, string>) =>
  (await world.app.anonymous.post(path, new URLSearchParams({ ...credentials(), ...form }))).body as unknown as Record<
    string,
    string
  >;
const token = (form: Record<string, string>) => asked('/api/login/oauth/access_token', form);

/** Each way in which an application gets a token for greta in a session. */
const ways: Record<string, (browser: Client) => Promise<string | undefined>> = {
  async 'a code'(browser) {
    const query = asPageAsks({
      client_id: application.clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'read',
    });
    const { data: code } = (await browser.post('login', { type: 'code' }, { query })).body;
    return (await token({ grant_type: 'authorization_code', code: String(code), redirect_uri: callback })).access_token;
  },
  async 'the browser'(browser) {
    const query = asPageAsks({
      client_id: application.clientId,
      response_type: 'token',
      redirect_uri: callback,
      scope: 'read',
    });
    return String((await browser.post('login', { type: 'token' }, { query })).body.data);
  },
  async 'a device'(browser) {
    const begun = await asked('/api/login/oauth/device_authorization', { scope: 'read' });
    const path = '/login/oauth/device';
    const headers = { Accept: 'text/html' };
    const send = async (form: Record<string, string>) => {
      const page = (await browser.get(path, {}, { headers })).text;
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      return browser.post(path, new URLSearchParams({ xsrf, user_code: String(begun.user_code), ...form }), {
        headers,
      });
    };
    await send({});
    await send({ confirm: 'yes' });
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    return (await token({ grant_type, device_code: String(begun.device_code) })).access_token;
  },
  async 'a refresh token'(browser) {
    const query = asPageAsks({
      client_id: application.clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'read',
    });
    const { data: code } = (await browser.post('login', { type: 'code' }, { query })).body;
    const first = await token({ grant_type: 'authorization_code', code: String(code), redirect_uri: callback });
    return (await token({ grant_type: 'refresh_token', refresh_token: String(first.refresh_token) })).access_token;
  },
};

const storedOf = (kind: string, owner: string, name: string) => world.app.store(kind).find(world.app.db, owner, name);
const bearing = (accessToken: string) => world.app.client({ Authorization: `Bearer ${accessToken}` });
const update = (client: Client, kind: string, id: string, change: object) =>
  client.post(`update-${kind}`, change, { query: { id, columns: Object.keys(change).join(',') } });

test.each(Object.keys(ways))(
  '17.5 a token of %s in a session of the master password has its mark, and sets no password',
  async (way) => {
    const browser = await world.app.signedIn('guarded', 'greta', master);
    const accessToken = String(await ways[way]?.(browser));
    const told = await asked('/api/login/oauth/introspect', { token: accessToken });
    expect(told).toMatchObject({ active: true, isImpersonated: true });
    const holder = bearing(accessToken);
    const before = await storedOf('user', 'guarded', 'gina');
    const form = { userOwner: 'guarded', userName: 'gina', newPassword: 'set-by-a-stranger' };
    expect((await holder.post('set-password', form)).body.code).toBe('impersonated');
    expect((await update(holder, 'user', 'guarded/gina', { password: 'set-by-a-stranger' })).body.code).toBe(
      'impersonated',
    );
    expect(await storedOf('user', 'guarded', 'gina')).toEqual(before);
    const affiliation = `by ${way}`;
    expect((await update(holder, 'user', 'guarded/gina', { affiliation })).body.status).toBe('ok');
    const records = await world.app.db('records').where({
      action: 'update-user',
      object: 'user guarded/gina',
      outcome: 'ok',
    });
    expect(new Set(records.map(({ reason }) => reason))).toEqual(new Set(['master-password']));
  },
);

describe('17.5 an administrator who signed in with the master password', () => {
  let greta: Client;
  beforeAll(async () => {
    greta = await world.app.signedIn('guarded', 'greta', master);
  });

  test.each([
    ['user', 'guarded/gina', { password: 'set-by-a-stranger' }],
    ['user', 'guarded/gina', { email: 'thief@elsewhere.example' }],
    ['user', 'guarded/greta', { phone: '13812345678' }],
    ['user', 'guarded/gina', { github: '4711' }],
    ['organization', 'admin/guarded', { masterPassword: 'another master password' }],
    ['application', 'admin/app-guarded', { clientSecret: 'known to a stranger' }],
  ])('changes no credentials: %s %s %j', async (kind, id, change) => {
    const [owner = '', name = ''] = id.split('/');
    const before = await storedOf(kind, owner, name);
    const { body } = await update(greta, kind, id, change);
    expect(body).toMatchObject({ code: 'impersonated', fields: [{ field: Object.keys(change)[0] }] });
    expect(await storedOf(kind, owner, name)).toEqual(before);
    const own = await world.app.signedIn('guarded', 'greta', password);
    if (kind === 'user') expect((await update(own, kind, id, change)).body.status).toBe('ok');
  });

  test('adds users only without credentials, and reads no client secret', async () => {
    const user = { owner: 'guarded', name: 'george' };
    for (const more of [{ password }, { email: 'thief@elsewhere.example' }])
      expect((await greta.post('add-user', { ...user, ...more })).body.code).toBe('impersonated');
    expect((await greta.post('add-user', user)).body.status).toBe('ok');
    const { data } = (await greta.get('get-application', { id: 'admin/app-guarded' })).body;
    expect(data.clientSecret).toBe('***');
  });

  test('writes no token, which could outlive a new master password', async () => {
    const accessToken = 'x'.repeat(43);
    const row = { name: 'by-greta', application: 'app-guarded', organization: 'guarded', user: 'gina', accessToken };
    expect((await greta.post('add-token', row)).body.code).toBe('impersonated');
    expect((await bearing(accessToken).get('get-users', { owner: 'guarded' })).body.status).toBe('error');
  });
});
