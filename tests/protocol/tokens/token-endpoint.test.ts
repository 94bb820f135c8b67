import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { callback, careful, createProtocolWorld, errorOf, type ProtocolWorld, signInAt, tokensFor } from '../world.ts';

const tokenPath = '/api/login/oauth/access_token';

let time = Date.now();
let world: ProtocolWorld;
let application: Application;
let publicOne: Application;
beforeAll(async () => {
  world = await createProtocolWorld({ now: () => new Date(time) });
  application = await world.application('app-token');
  publicOne = await world.application('app-public', { clientType: 'public' });
});
afterAll(() => world.app.stop());

const form = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** A new code of alice, with the parameters of its exchange. */
async function codeFor(of: Application, own: Record<string, string> = {}): Promise<Record<string, string>> {
  const flow = await careful(await world.relyingParty(of), own);
  const { data } = (await signInAt(world.app.client(), flow.request)).body;
  return { grant_type: 'authorization_code', code: data, code_verifier: flow.verifier, redirect_uri: callback };
}

const ask = (fields: Record<string, string | undefined>, headers: Record<string, string> = {}): Promise<Answered> =>
  world.app.anonymous.post(tokenPath, form(fields), { headers });
const credentials = ({ clientId, clientSecret }: Application) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

describe('the token endpoint', () => {
  test('reads a form, a JSON body, and the secret from the Authorization header', async () => {
    const { clientId, clientSecret } = application;
    const asForm = await ask({ ...(await codeFor(application)), ...credentials(application) });
    const asJson = await world.app.anonymous.post(tokenPath, {
      ...(await codeFor(application)),
      ...credentials(application),
    });
    const asBasic = await ask(await codeFor(application), basic(clientId, clientSecret));
    for (const answer of [asForm, asJson, asBasic])
      expect(answer.body).toMatchObject({
        token_type: 'Bearer',
        expires_in: 168 * 3600,
        scope: 'openid profile email',
      });
  });

  test('knows a client id in every encoding of the header, and signs with the client’s cert', async () => {
    const clientId = `my app+${randomUUID()}`;
    const odd = await world.application(`app-${randomUUID()}`, { clientId, grantTypes: ['client_credentials'] });
    for (const written of [encodeURIComponent(clientId), encodeURIComponent(clientId).replaceAll('%20', '+')]) {
      const { body } = await ask({ grant_type: 'client_credentials' }, basic(written, odd.clientSecret));
      const { access_token } = body as unknown as { access_token: string };
      expect(decodeProtectedHeader(access_token).kid).toBe('cert-es256');
    }
  });

  test('takes numbers and ignores null in JSON, and refuses lists and objects', async () => {
    const numeric = await world.application(`app-${randomUUID()}`, {
      clientId: String(Date.now()),
      grantTypes: ['client_credentials'],
    });
    const json = (own: object) =>
      world.app.anonymous.post(tokenPath, {
        grant_type: 'client_credentials',
        client_id: Number(numeric.clientId),
        client_secret: numeric.clientSecret,
        ...own,
      });
    const given = await json({ scope: null, code: null });
    expect(given.body).toMatchObject({ token_type: 'Bearer', scope: 'read' });
    for (const own of [
      { scope: ['openid', 'email'] },
      { scope: { openid: true } },
      { client_secret: [numeric.clientSecret] },
    ])
      expect(await json(own)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(errorOf(await json({ client_secret: null }))).toMatch(/^invalid_(client|request)$/);
  });

  test('S37 refuses a secret in the query, a wrong one, none, and that of another client', async () => {
    const fields = await codeFor(application);
    const { clientId, clientSecret } = application;
    const inQuery = await world.app.anonymous.post(tokenPath, form({ ...fields, client_id: clientId }), {
      query: { client_secret: clientSecret },
    });
    expect(inQuery).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const other = await world.application('app-other');
    for (const client_secret of ['wrong', undefined, other.clientSecret]) {
      const answer = await ask({ ...fields, client_id: clientId, client_secret });
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
    const header = await ask(fields, basic(clientId, 'wrong'));
    expect(header.status).toBe(401);
    expect(header.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('S37 refuses a grant that the application does not have, in every form of the request', async () => {
    for (const grant_type of ['client_credentials', 'password', 'urn:ietf:params:oauth:grant-type:device_code'])
      expect(errorOf(await ask({ grant_type, username: 'alice', password, ...credentials(application) }))).toBe(
        'unauthorized_client',
      );
    const bare = await world.application('app-bare', { grantTypes: [] });
    const fields = { ...(await codeFor(bare)), ...credentials(bare) };
    expect((await ask(fields)).body).not.toHaveProperty('refresh_token');
  });

  test('says that a request without a grant is incomplete, not forbidden', async () => {
    for (const fields of [{}, { grant_type: '' }])
      expect(await ask({ ...fields, ...credentials(application) })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
  });

  test('answers programs in JSON, whatever they accept', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const endpoint of [
      tokenPath,
      '/api/login/oauth/refresh_token',
      '/api/login/oauth/introspect',
      '/api/login/oauth/revoke',
      '/api/login/oauth/device_authorization',
      '/api/userinfo',
    ]) {
      const answer = await world.app.anonymous.post(endpoint, form(credentials(application)), { headers });
      expect(answer.headers.get('content-type'), endpoint).toMatch('application/json');
      expect(answer.body, endpoint).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
    }
  });

  test('S23 stops after ten wrong secrets, for the right one too if a person chose it, and only for that client', async () => {
    const clientSecret = 'chosen by somebody';
    const locked = await world.application('app-locked', { grantTypes: ['client_credentials'], clientSecret });
    const fields = { grant_type: 'client_credentials', client_id: locked.clientId };
    for (let guess = 0; guess < 10; guess++) await ask({ ...fields, client_secret: `guess ${guess}` });
    const right = await ask({ ...fields, client_secret: locked.clientSecret });
    expect(right).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    time += 61_000;
    expect((await ask({ ...fields, client_secret: locked.clientSecret })).status).toBe(200);
  });
});

test('a device learns when its time is over, and its code opens nothing', async () => {
  const device = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['device_authorization'] });
  const begun = await world.app.anonymous.post('/api/login/oauth/device_authorization', form(credentials(device)));
  const { device_code } = begun.body as unknown as { device_code: string };
  const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code, ...credentials(device) };
  expect(errorOf(await ask(fields))).toBe('authorization_pending');
  time += 10 * 60_000;
  expect(errorOf(await ask(fields))).toBe('expired_token');
});

describe('S35 a code', () => {
  test('works once; a second use ends the tokens of the first', async () => {
    const fields = { ...(await codeFor(application)), ...credentials(application) };
    const first = (await ask(fields)).body as unknown as Record<string, string>;
    expect((await ask(fields)).body).toMatchObject({ error: 'invalid_grant' });
    const headers = { Authorization: `Bearer ${first.access_token}` };
    expect((await world.app.anonymous.get('/api/userinfo', {}, { headers })).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    expect(errorOf(await ask({ ...refresh, ...credentials(application) }))).toBe('invalid_grant');
  });

  test('works once when it is used ten times at once', async () => {
    const fields = { ...(await codeFor(application)), ...credentials(application) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(fields)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('is for its own client and redirect address', async () => {
    const other = await world.application('app-thief');
    expect(errorOf(await ask({ ...(await codeFor(application)), ...credentials(other) }))).toBe('invalid_grant');
    const elsewhere = { redirect_uri: 'https://app.example/other' };
    const answer = await ask({ ...(await codeFor(application)), ...credentials(application), ...elsewhere });
    expect(errorOf(answer)).toBe('invalid_grant');
    expect(answer.body).toMatchObject({ error_description: 'authorization code redirect_uri mismatch' });
    const silent = { ...(await codeFor(publicOne)), client_id: publicOne.clientId, redirect_uri: undefined };
    expect(errorOf(await ask(silent))).toBe('invalid_request');
  });

  test('is void after a minute', async () => {
    const fields = { ...(await codeFor(application)), ...credentials(application) };
    time += 61_000;
    expect(errorOf(await ask(fields))).toBe('invalid_grant');
  });
});

describe('S36 PKCE', () => {
  test('is required of public clients, as S256', async () => {
    const rp = await world.relyingParty(publicOne);
    for (const own of [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    ]) {
      const { request } = await careful(rp);
      for (const [name, value] of Object.entries(own))
        value ? request.searchParams.set(name, value) : request.searchParams.delete(name);
      const answer = await signInAt(world.app.client(), request);
      expect(answer.body).toMatchObject({ status: 'error', code: 'pkce-needed' });
    }
  });

  test('a missing, a wrong and a needless verifier are refused', async () => {
    for (const [code_verifier, error_description] of [
      [undefined, 'code_verifier must be provided'],
      ['x'.repeat(43), 'code_verifier does not match code_challenge'],
    ]) {
      const fields = { ...(await codeFor(publicOne)), client_id: publicOne.clientId, code_verifier };
      expect((await ask(fields)).body).toMatchObject({ error: 'invalid_grant', error_description });
    }
    const flow = await careful(await world.relyingParty(application));
    for (const name of ['code_challenge', 'code_challenge_method']) flow.request.searchParams.delete(name);
    const { data: code } = (await signInAt(world.app.client(), flow.request)).body;
    const unasked = { grant_type: 'authorization_code', code, code_verifier: flow.verifier, redirect_uri: callback };
    expect(errorOf(await ask({ ...unasked, ...credentials(application) }))).toBe('invalid_grant');
  });

  test('a public client needs nothing else, and gets a refresh token that rotates', async () => {
    const { tokens } = await tokensFor(world, publicOne);
    const fields = { grant_type: 'refresh_token', client_id: publicOne.clientId, refresh_token: tokens.refresh_token };
    const next = (await ask(fields)).body as unknown as Record<string, string>;
    expect(next.refresh_token).toBeTruthy();
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });
});

describe('S38 a refresh token', () => {
  const refresh = (refresh_token: string | undefined, own: Record<string, string> = {}, of = application) =>
    ask({ grant_type: 'refresh_token', refresh_token, ...credentials(of), ...own });

  test('rotates; using an old one ends the whole family', async () => {
    const { tokens } = await tokensFor(world, application);
    const second = (await refresh(tokens.refresh_token)).body as unknown as Record<string, string>;
    expect(errorOf(await refresh(tokens.refresh_token))).toBe('invalid_grant');
    expect(errorOf(await refresh(second.refresh_token))).toBe('invalid_grant');
    const headers = { Authorization: `Bearer ${second.access_token}` };
    expect((await world.app.anonymous.get('/api/userinfo', {}, { headers })).status).toBe(401);
  });

  test('is refused to another client and for more scopes, and accepted for fewer', async () => {
    const other = await world.application('app-refresh-thief');
    const { tokens } = await tokensFor(world, application);
    expect(errorOf(await refresh(tokens.refresh_token, {}, other))).toBe('invalid_grant');
    expect(errorOf(await refresh(tokens.refresh_token, { scope: 'openid phone' }))).toBe('invalid_scope');
    expect((await refresh(tokens.refresh_token, { scope: 'openid' })).body).toMatchObject({ scope: 'openid' });
  });

  test('S16 is refused to a user who may not sign in any more', async () => {
    const { tokens } = await tokensFor(world, application);
    const id = 'acme/alice';
    const shut = { isForbidden: true };
    await world.root.post('update-user', shut, { query: { id, columns: 'isForbidden' } });
    expect(errorOf(await refresh(tokens.refresh_token))).toBe('invalid_grant');
    await world.root.post('update-user', { isForbidden: false }, { query: { id, columns: 'isForbidden' } });
  });

  test('works at the second address of Casdoor 2022, which takes no other grant', async () => {
    const { tokens } = await tokensFor(world, application);
    const fields = { refresh_token: tokens.refresh_token, ...credentials(application) };
    const post = (grant_type: string) =>
      world.app.anonymous.post('/api/login/oauth/refresh_token', form({ ...fields, grant_type }));
    expect(errorOf(await post('client_credentials'))).toBe('unsupported_grant_type');
    expect((await post('refresh_token')).body).toHaveProperty('access_token');
  });
});
