import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { basic } from '../harness/client.ts';
import { password } from '../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, type ProtocolWorld, tokensFor } from './world.ts';

let world: ProtocolWorld;
let other: TestApp;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  other = await startApp({
    databaseUrl: world.app.databaseUrl,
    settings: { DOORWRIGHT_ORIGIN: world.app.url },
  });
  application = await world.application('app-switched', {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    enableSigninSession: true,
    enableCodeSignin: true,
    enableSignUp: true,
  });
});
afterAll(async () => {
  await other.stop();
  await world.app.stop();
});

const turn = (isEnabled: boolean, id = 'admin/app-switched') =>
  world.root.post('update-application', { isEnabled }, { query: { id, columns: 'isEnabled' } });

describe('S16 a disabled application is disabled on every replica', () => {
  test('for all that it and its users could do', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    const own = await client.clientCredentialsGrant(rp);
    const { request } = await careful(rp);
    const query = asPageAsks(request);
    const { clientId, clientSecret } = application;

    /** Which of the application's endpoints answer, on both replicas. */
    async function ways() {
      const answers = await Promise.all(
        [world.app, other].map(async (app) => {
          const token = async (form: Record<string, string>) => {
            const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
            return (await app.anonymous.post('/api/login/oauth/access_token', body)).status === 200;
          };
          const introspects = async (shown: string) => {
            const sent = { headers: basic(clientId, clientSecret) };
            const asked = new URLSearchParams({ token: shown });
            const { body } = await app.anonymous.post('/api/login/oauth/introspect', asked, sent);
            return (body as unknown as { active?: boolean }).active === true;
          };
          const bearer = (shown: string) => app.client({ Authorization: `Bearer ${shown}` });
          const form = { organization: 'acme', username: 'alice', password };
          return {
            page: (await app.anonymous.get('get-app-login', query)).body.status === 'ok',
            authorization: (await app.anonymous.get(request.pathname + request.search)).status === 303,
            signIn: (await app.client().post('login', { type: 'code', ...form }, { query })).body.status === 'ok',
            signInHere:
              (await app.client().post('login', { type: 'login', application: 'app-switched', ...form })).body
                .status === 'ok',
            clientCredentials: await token({ grant_type: 'client_credentials' }),
            passwordGrant: await token({ grant_type: 'password', username: 'alice', password }),
            userinfo: (await bearer(tokens.access_token).get('/api/userinfo')).status === 200,
            introspection: await introspects(tokens.access_token),
            account: (await bearer(tokens.access_token).get('get-account')).body.status === 'ok',
            asItself: (await bearer(own.access_token).get('get-users', { owner: 'acme' })).body.status === 'ok',
            basic:
              (await app.client(basic(clientId, clientSecret)).get('get-users', { owner: 'acme' })).body.status ===
              'ok',
          };
        }),
      );
      return answers;
    }
    const names = Object.keys((await ways())[0] ?? {});
    const expectedOf = (is: boolean) => [1, 2].map(() => Object.fromEntries(names.map((name) => [name, is])));

    // S16 gives a replica five seconds.
    const seen = (is: boolean) => expect.poll(ways, { timeout: 5_000 }).toEqual(expectedOf(is));
    await seen(true);
    await turn(false);
    await seen(false);
    await expect(client.refreshTokenGrant(rp, String(tokens.refresh_token))).rejects.toMatchObject({
      error: 'invalid_client',
    });
    await turn(true);
    await seen(true);
    expect((await client.refreshTokenGrant(rp, String(tokens.refresh_token))).access_token).toBeTruthy();
  });

  test('and sign-in, sign-up and codes say so', async () => {
    const { request } = await careful(await world.relyingParty(application));
    const query = asPageAsks(request);
    await turn(false);
    const { anonymous } = world.app;
    const form = { application: 'app-switched', organization: 'acme' };
    const answers = [
      await anonymous.get('get-app-login', query),
      await anonymous.post('login', { type: 'code', username: 'alice', password }, { query }),
      await anonymous.post(
        'login',
        { type: 'code', ...form, username: 'alice@acme.example', code: '12345' },
        { query },
      ),
      await anonymous.post('login', { type: 'login', ...form, username: 'alice', password }),
      await anonymous.post('signup', { ...form, username: 'newcomer', password }),
      await anonymous.get('get-captcha', { applicationId: 'admin/app-switched', isCurrentProvider: 'false' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'application-disabled'));
    await turn(true);
  });
});

test('S15 the built-in application cannot be disabled', async () => {
  expect((await turn(false, 'admin/app-built-in')).body.code).toBe('built-in');
});
