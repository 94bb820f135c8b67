import { randomUUID } from 'node:crypto';
import { hashPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { basic } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, errorOf, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
let machine: Application;
let trusted: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  machine = await world.application('app-machine', { grantTypes: ['client_credentials'] });
  trusted = await world.application('app-trusted', { grantTypes: ['password', 'refresh_token'] });
});
afterAll(() => world.app.stop());

const post = ({ clientId, clientSecret }: Application, fields: Record<string, string>) =>
  world.app.anonymous.post(
    '/api/login/oauth/access_token',
    new URLSearchParams({ grant_type: 'password', ...fields }),
    { headers: basic(clientId, clientSecret) },
  );
const withPassword = async (of: Application, fields: Record<string, string>) =>
  client.genericGrantRequest(await world.relyingParty(of), 'password', { scope: 'openid', ...fields });

describe('client credentials', () => {
  test('give a token that acts for the application in its organization alone, and no refresh token', async () => {
    const tokens = await client.clientCredentialsGrant(await world.relyingParty(machine));
    expect(tokens.refresh_token).toBeUndefined();
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: world.app.url,
      sub: 'admin/app-machine',
      aud: [machine.clientId],
      owner: 'admin',
      name: 'app/app-machine',
    });
    const api = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
    expect((await api.get('get-users', { owner: 'acme' })).body.status).toBe('ok');
    expect((await api.get('get-users', { owner: 'built-in' })).body.code).toBe('unauthorized');
    const rp = await world.relyingParty(machine);
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toMatchObject({
      active: true,
      sub: 'admin/app-machine',
      username: 'app/app-machine',
      aud: [machine.clientId],
    });
    await client.tokenRevocation(rp, tokens.access_token);
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toEqual({ active: false });
  });

  test('S37 are refused to a public client, whatever an old row allows', async () => {
    const { clientId, name } = await world.application(`public-${randomUUID()}`, { clientType: 'public' });
    await world.app
      .db('applications')
      .where({ name })
      .update({ grant_types: JSON.stringify(['client_credentials']) });
    await vi.waitFor(
      async () => {
        const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId });
        const answer = await world.app.anonymous.post('/api/login/oauth/access_token', form);
        expect([answer.status, errorOf(answer)]).toEqual([400, 'unauthorized_client']);
        const coded = await world.app.anonymous.post(
          '/api/login/oauth/access_token',
          new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, code: 'none' }),
        );
        expect(errorOf(coded), 'the row is read anew').toBe('unauthorized_client');
      },
      { timeout: 10_000, interval: 100 },
    );
  });
});

describe('the password grant', () => {
  test('signs a user in for an application that allows it, in a session that can be ended', async () => {
    const tokens = await withPassword(trusted, { username: 'alice', password });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ owner: 'acme', name: 'alice' });
    const { sub, sid } = decodeJwt(tokens.access_token);
    expect(sid).toBeTruthy();
    expect(tokens.claims()).toMatchObject({ sub, sid, auth_time: expect.any(Number), at_hash: expect.any(String) });
    const fresh = await client.refreshTokenGrant(await world.relyingParty(trusted), String(tokens.refresh_token));
    expect(fresh.claims()?.sid).toBe(sid);
  });

  test('answers alike for a wrong password, a missing user, an empty password and a forbidden user', async () => {
    await add(world.root, 'user', { owner: 'acme', name: 'fred', password, isForbidden: true });
    await add(world.root, 'user', { owner: 'acme', name: 'blank' });
    for (const fields of [
      { username: 'alice', password: 'wrong' },
      { username: 'nobody', password },
      { username: 'fred', password },
      { username: 'blank', password: ' ' },
    ])
      await expect(withPassword(trusted, fields)).rejects.toMatchObject({
        error: 'invalid_grant',
        error_description: 'invalid username or password',
      });
    await expect(withPassword(trusted, { username: 'alice', password: '' })).rejects.toMatchObject({
      error: 'invalid_request',
    });
  });

  test('S23 stops after five wrong passwords, and says when to try again', async () => {
    const username = randomUUID();
    await add(world.root, 'user', { owner: 'acme', name: username, password });
    for (let guess = 0; guess < 5; guess++)
      await withPassword(trusted, { username, password: `guess ${guess}` }).catch(() => undefined);
    const answer = await post(trusted, { username, password });
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
  });

  test('says that the server is busy, not that the password is wrong', async () => {
    let isAnswered = false;
    const stay = async () => {
      do await hashPassword({ organization: 'acme', type: 'argon2id', password: 'secret-1' });
      while (!isAnswered);
    };
    const crowd = Promise.allSettled(Array.from({ length: 600 }, stay));
    const answer = await post(trusted, { username: 'alice', password });
    isAnswered = true;
    expect([answer.status, errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    await crowd;
    expect((await post(trusted, { username: 'alice', password })).status).toBe(200);
  });
});

test.each(['', 'unknown', 'offline_access'])(
  'the scope “%s” means `read` with either grant, and the answer says so',
  async (scope) => {
    for (const [of, own] of [
      [machine, { grant_type: 'client_credentials' }],
      [trusted, { username: 'alice', password }],
    ] as const) {
      const { body } = await post(of, { ...own, scope });
      const { access_token, ...told } = body as unknown as { access_token: string };
      expect(told).toMatchObject({ scope: 'read' });
      expect(decodeJwt(access_token).scope).toBe('read');
    }
  },
);

describe('tokens', () => {
  test('of the format JWT-Empty hold the user’s name alone', async () => {
    const bare = await world.application('app-empty', { grantTypes: ['password'], tokenFormat: 'JWT-Empty' });
    const { access_token } = await withPassword(bare, { username: 'alice', password });
    expect(Object.keys(decodeJwt(access_token)).sort()).toEqual(
      ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'name', 'nbf', 'owner', 'scope', 'sid', 'sub'].sort(),
    );
  });

  test('live as long as the application says; 0 hours are a week, and thirty days for refresh tokens', async () => {
    const short = await world.application('app-short', {
      grantTypes: ['password', 'refresh_token'],
      expireInHours: 2,
      refreshExpireInHours: 0,
    });
    const tokens = await withPassword(short, { username: 'alice', password });
    const { iat = 0, exp = 0 } = decodeJwt(tokens.access_token);
    expect([tokens.expires_in, exp - iat]).toEqual([7200, 7200]);
    const rp = await world.relyingParty(short);
    const refresh = await client.tokenIntrospection(rp, String(tokens.refresh_token));
    expect(Number(refresh.exp) - Number(refresh.iat)).toBe(30 * 24 * 3600);
    const usual = await world.application(`usual-${randomUUID()}`, { grantTypes: ['password'], expireInHours: 0 });
    expect((await withPassword(usual, { username: 'alice', password })).expires_in).toBe(7 * 24 * 3600);
  });

  test.each([
    ['RS256', 'cert-built-in'],
    ['RS512', 'cert-rs512'],
    ['PS256', 'cert-ps256'],
    ['ES256', 'cert-es256'],
    ['EdDSA', 'cert-eddsa'],
  ] as const)('are signed with %s if the application’s cert says so', async (cryptoAlgorithm, cert) => {
    if (!['cert-built-in', 'cert-es256'].includes(cert))
      await add(world.root, 'cert', { name: cert, cryptoAlgorithm, bitSize: 2048 });
    const one = await world.application(`app-${cert}`, { grantTypes: ['password'], cert });
    const { access_token, id_token } = await withPassword(one, { username: 'alice', password });
    expect([access_token, String(id_token)].map((token) => decodeProtectedHeader(token))).toEqual([
      { alg: cryptoAlgorithm, kid: cert, typ: 'at+jwt' },
      { alg: cryptoAlgorithm, kid: cert },
    ]);
    const { keys } = (await world.app.anonymous.get('/.well-known/jwks')).body as unknown as {
      keys: { kid: string }[];
    };
    expect(keys.map(({ kid }) => kid)).toContain(cert);
  });
});

describe('response types', () => {
  const asked = async (of: Application, response_type: string) =>
    (await careful(await world.relyingParty(of), { response_type })).request;

  test('S37 that an application does not have are refused at the form and at the authorization endpoint', async () => {
    const code = await world.application('app-code-only');
    for (const type of ['token', 'id_token', 'id_token token', 'code token', 'code id_token token']) {
      const request = await asked(code, type);
      const answer = await world.app
        .client()
        .post('login', { type, organization: 'acme', username: 'alice', password }, { query: asPageAsks(request) });
      expect(answer.body).toMatchObject({ status: 'error', code: 'grant-not-allowed' });
      const page = await world.app.client().get(request.pathname + request.search);
      expect(String(page.headers.get('location'))).toContain('error=unauthorized_client');
    }
  });

  test('token, id_token and every mixture are given to an application that has them', async () => {
    const all = await world.application('app-all', { grantTypes: ['authorization_code', 'token', 'id_token'] });
    const given = async (type: string) => {
      const request = await asked(all, type);
      return (
        await world.app
          .client()
          .post('login', { type, organization: 'acme', username: 'alice', password }, { query: asPageAsks(request) })
      ).body;
    };
    expect(decodeJwt((await given('token')).data)).toMatchObject({ name: 'alice', aud: [all.clientId] });
    expect(decodeJwt((await given('id_token')).data)).toMatchObject({ aud: all.clientId, nonce: expect.any(String) });
    for (const type of ['code id_token', 'code token', 'id_token token', 'code id_token token']) {
      const { data2 } = await given(type);
      const fragment = new URLSearchParams(new URL(data2).hash.slice(1));
      for (const part of type.split(' ')) expect(fragment.get(part === 'token' ? 'access_token' : part)).toBeTruthy();
      expect(fragment.get('iss'), type).toBe(world.app.url);
    }
  });

  test('an application without grant types of its own has the code alone', async () => {
    const bare = await world.application('app-no-grants', { grantTypes: [] });
    const request = await asked(bare, 'code');
    expect((await signInAt(world.app.client(), request)).body.status).toBe('ok');
    const refused = await world.app
      .client(basic(bare.clientId, bare.clientSecret))
      .post('/api/login/oauth/access_token', new URLSearchParams({ grant_type: 'client_credentials' }));
    expect(errorOf(refused)).toBe('unauthorized_client');
  });
});
