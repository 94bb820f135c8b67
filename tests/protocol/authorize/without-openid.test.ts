import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks, callback, createProtocolWorld, errorOf, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  const grantTypes: Application['grantTypes'] = ['authorization_code', 'token', 'id_token'];
  const oauthFeatures: Application['oauthFeatures'] = ['device_authorization'];
  application = await world.application('app-plain', { grantTypes, oauthFeatures, enableSigninSession: true });
});
afterAll(() => world.app.stop());

const wishes = { nonce: 'n-of-casdoor', max_age: '3600', acr_values: 'urn:example:any' };
const asking = (own: Record<string, string> = {}) => {
  const url = new URL('/login/oauth/authorize', world.app.url);
  const usual = {
    client_id: application.clientId,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'read',
    ...own,
  };
  for (const [name, value] of Object.entries(usual)) url.searchParams.set(name, value);
  return url;
};
const post = (path: string, fields: Record<string, string>) =>
  world.app.anonymous.post(`/api/login/oauth/${path}`, new URLSearchParams(fields), {
    headers: basic(application.clientId, application.clientSecret),
  });
async function tokenOf(code: string): Promise<string> {
  const { body } = await post('access_token', { grant_type: 'authorization_code', redirect_uri: callback, code });
  return (body as unknown as { access_token: string }).access_token;
}

describe('17.16 parameters of OpenID are no error without its scope', () => {
  test.each(Object.entries(wishes))(
    '%s with `read`, at the sign-in page and at the authorization endpoint',
    async (name, value) => {
      const request = asking({ [name]: value });
      const browser = world.app.client();
      const page = await browser.get('get-app-login', asPageAsks(request));
      expect(page.body.status, page.body.msg).toBe('ok');
      const { data } = (await signInAt(browser, request)).body;
      const expected = name === 'nonce' ? { nonce: value, scope: 'read' } : { scope: 'read' };
      expect(decodeJwt(await tokenOf(data))).toMatchObject(expected);
      const { headers } = await browser.get(request.pathname + request.search);
      const back = new URL(String(headers.get('location')));
      expect(decodeJwt(await tokenOf(String(back.searchParams.get('code'))))).toMatchObject(expected);
    },
  );

  test('… a nonce also comes back in a token that is given at once', async () => {
    const query = asPageAsks(asking({ ...wishes, response_type: 'token' }));
    const form = { type: 'token', organization: 'acme', username: 'alice', password };
    const { data } = (await world.app.client().post('login', form, { query })).body;
    expect(decodeJwt(data)).toMatchObject({ nonce: wishes.nonce, scope: 'read' });
  });

  test('… pushed requests and devices may have one', async () => {
    const { request_uri } = (await post('par', { ...Object.fromEntries(asking(wishes).searchParams) }))
      .body as unknown as { request_uri: string };
    expect(request_uri).toMatch(/^urn:/);
    expect((await post('device_authorization', { scope: 'read', ...wishes })).status).toBe(200);
  });

  test('… `max_age` still needs a new sign-in', async () => {
    const browser = await world.app.signedIn('acme', 'alice', password);
    const { headers } = await browser.get(asking({ max_age: '0', prompt: 'login' }).href.slice(world.app.url.length));
    expect(new URL(String(headers.get('location')), world.app.url).pathname).toBe('/login/oauth/authorize');
  });

  test('… an ID token still needs the scope', async () => {
    const { headers } = await world.app
      .client()
      .get(asking({ response_type: 'id_token', nonce: 'n' }).href.slice(world.app.url.length));
    const back = new URL(String(headers.get('location')));
    expect(new URLSearchParams(back.hash.slice(1)).get('error')).toBe('invalid_request');
    const claims = JSON.stringify({ userinfo: { email: null } });
    expect(errorOf(await post('par', { ...Object.fromEntries(asking({ claims }).searchParams) }))).toBe(
      'invalid_request',
    );
  });
});
