import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { callback, careful, createProtocolWorld, errorOf, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

describe('DPoP binds the tokens of an application to its key', () => {
  test('at the exchange of a code', async () => {
    const application = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['dpop'] });
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const { data: code } = (await signInAt(world.app.client(), flow.request)).body;
    const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair());
    const back = new URL(callback);
    back.search = String(new URLSearchParams({ code, state: flow.state, iss: world.app.url }));
    const checks = { pkceCodeVerifier: flow.verifier, expectedNonce: flow.nonce, expectedState: flow.state };
    const tokens = await client.authorizationCodeGrant(rp, back, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ cnf: { jkt: expect.any(String) } });
    const sub = String(tokens.claims()?.sub);
    expect((await client.fetchUserInfo(rp, tokens.access_token, sub, { DPoP })).sub).toBe(sub);
    const stolen = await world.app.client({ Authorization: `Bearer ${tokens.access_token}` }).get('/api/userinfo');
    expect(stolen.status).toBe(401);
    const asBearer = await world.app.client({ Authorization: `Bearer ${tokens.access_token}` }).get('get-account');
    expect(asBearer.body.status).toBe('error');
  });

  test('at the password grant, which needs a proof that was not used', async () => {
    const grantTypes: Application['grantTypes'] = ['password', 'refresh_token'];
    const bound = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['dpop'], grantTypes });
    const rp = await world.relyingParty(bound);
    const parameters = { username: 'alice', password, scope: 'openid' };
    await expect(client.genericGrantRequest(rp, 'password', parameters)).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: 'DPoP proof JWT not provided',
    });
    let proof = '';
    rp[client.customFetch] = (url, options) => {
      proof = new Headers(options.headers).get('dpop') ?? '';
      return fetch(url, options as RequestInit);
    };
    const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair());
    const tokens = await client.genericGrantRequest(rp, 'password', parameters, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ cnf: { jkt: expect.any(String) } });
    const stolen = await world.app.client({ Authorization: `Bearer ${tokens.access_token}` }).get('/api/userinfo');
    expect(stolen.status).toBe(401);
    const form = new URLSearchParams({ grant_type: 'password', ...parameters });
    const headers = { DPoP: proof, ...basic(bound.clientId, bound.clientSecret) };
    expect(errorOf(await world.app.anonymous.post('/api/login/oauth/access_token', form, { headers }))).toBe(
      'invalid_grant',
    );
  });

  test('and a proof names the called address, also at the second address of Casdoor 2022', async () => {
    const grantTypes: Application['grantTypes'] = ['password', 'refresh_token'];
    const bound = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['dpop'], grantTypes });
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const at = (path: string) => new URL(path, world.app.url).href;
    const post = async (called: string, named: string, fields: Record<string, string>) => {
      const proof = await new SignJWT({ htm: 'POST', htu: at(named), jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(privateKey);
      const headers = { DPoP: proof, ...basic(bound.clientId, bound.clientSecret) };
      const { body } = await world.app.anonymous.post(called, new URLSearchParams(fields), { headers });
      return body as unknown as { error?: string; refresh_token?: string; token_type?: string };
    };
    const token = '/api/login/oauth/access_token';
    const eras = '/api/login/oauth/refresh_token';
    const first = await post(token, token, { grant_type: 'password', username: 'alice', password });
    const refresh = { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) };
    expect(await post(eras, token, refresh)).toMatchObject({ error: 'invalid_dpop_proof' });
    expect(await post(token, eras, refresh)).toMatchObject({ error: 'invalid_dpop_proof' });
    expect(await post(eras, eras, refresh)).toMatchObject({ token_type: 'DPoP' });
  });

  test('and none is given through the browser, which has no proof', async () => {
    const grantTypes: Application['grantTypes'] = ['authorization_code', 'token', 'id_token'];
    const bound = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['dpop'], grantTypes });
    const { request } = await careful(await world.relyingParty(bound), { response_type: 'token' });
    expect((await signInAt(world.app.client(), request)).body).toMatchObject({ status: 'error' });
  });
});
