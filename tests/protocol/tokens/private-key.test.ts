import type { Application } from '@doorwright/crds/kinds/application.ts';
import { SignJWT, UnsecuredJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { callback, createProtocolWorld, type ProtocolWorld } from '../world.ts';
import {
  asProof,
  type ClientKey,
  clientKey,
  inSeconds,
  keyApplication,
  keySet,
  postForm,
  proofClaims,
  signed,
  tokenPath,
} from './private-key-world.ts';

let world: ProtocolWorld;
let key: ClientKey;
let other: ClientKey;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  key = await clientKey();
  other = await clientKey();
  application = await keyApplication(world, key, {
    oauthFeatures: ['device_authorization'],
  });
});
afterAll(() => world.app.stop());

const ask = (fields: Record<string, string>, headers = {}) =>
  postForm(world, tokenPath, { grant_type: 'client_credentials', ...fields }, headers);
const proof = async (own = {}, by = key) => asProof(await signed(by, proofClaims(world.app, application, own)));

describe('35.34 a client proves itself by its private key', () => {
  test('with a library, by discovery alone', async () => {
    const rp = await client.discovery(
      new URL(world.app.url),
      application.clientId,
      undefined,
      client.PrivateKeyJwt({ key: key.privateKey as CryptoKey, kid: 'k-1' }),
      { execute: [client.allowInsecureRequests] },
    );
    const { access_token } = await client.clientCredentialsGrant(rp);
    expect(await client.tokenIntrospection(rp, access_token)).toMatchObject({ active: true });
    await client.tokenRevocation(rp, access_token);
    expect(await client.tokenIntrospection(rp, access_token)).toEqual({ active: false });
    const verifier = client.randomPKCECodeVerifier();
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const asked = { redirect_uri: callback, scope: 'openid', code_challenge, code_challenge_method: 'S256' };
    expect((await client.buildAuthorizationUrlWithPAR(rp, asked)).searchParams.get('request_uri')).toBeTruthy();
  });

  test('with or without its id beside the proof, for the issuer or an endpoint', async () => {
    expect(await ask(await proof())).toMatchObject({ status: 200, access_token: expect.any(String) });
    const named = { client_id: application.clientId, ...(await proof({ aud: world.app.url + tokenPath })) };
    expect(await ask(named)).toMatchObject({ status: 200 });
  });

  test('and each proof is good once, also for requests at the same time', async () => {
    const shown = await proof();
    expect((await ask(shown)).status).toBe(200);
    expect(await ask(shown)).toMatchObject({ status: 401, error: 'invalid_client' });
    const fresh = await proof();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(fresh)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(answers.filter(({ status }) => status === 401).map(({ error }) => error)).toEqual(
      Array(3).fill('invalid_client'),
    );
  });
});

const secretOf = (jwk: object) => new TextEncoder().encode(JSON.stringify(jwk));

describe('35.34 S39 a proof of a client is refused', () => {
  test.each<[string, () => Promise<string>]>([
    ['for another server', () => signed(key, proofClaims(world.app, application, { aud: 'https://as.example' }))],
    ['without an audience', () => signed(key, proofClaims(world.app, application, { aud: undefined }))],
    ['that has expired', () => signed(key, proofClaims(world.app, application, { exp: inSeconds(-60) }))],
    ['without an end', () => signed(key, proofClaims(world.app, application, { exp: undefined }))],
    ['that ends in a year', () => signed(key, proofClaims(world.app, application, { exp: inSeconds(31_536_000) }))],
    ['that ends beyond all dates', () => signed(key, proofClaims(world.app, application, { exp: 1e300 }))],
    ['that is not good yet', () => signed(key, proofClaims(world.app, application, { nbf: inSeconds(3_000) }))],
    ['without an id', () => signed(key, proofClaims(world.app, application, { jti: undefined }))],
    ['of another issuer', () => signed(key, proofClaims(world.app, application, { iss: 'app-built-in' }))],
    ['by another key', () => signed(other, proofClaims(world.app, application))],
    ['without a signature', async () => new UnsecuredJWT(proofClaims(world.app, application)).encode()],
    [
      'by HS256 with the public key',
      async () => {
        return new SignJWT(proofClaims(world.app, application))
          .setProtectedHeader({ alg: 'HS256', kid: 'k-1' })
          .sign(secretOf(key.jwk));
      },
    ],
    [
      'by HS256 with the unused secret',
      async () => {
        return new SignJWT(proofClaims(world.app, application))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(application.clientSecret));
      },
    ],
    [
      'by a key that it brings along',
      async () => {
        return new SignJWT(proofClaims(world.app, application))
          .setProtectedHeader({ alg: 'ES256', jwk: other.jwk, jku: `${world.app.url}/keys` })
          .sign(other.privateKey);
      },
    ],
  ])('%s', async (_what, make) => {
    expect(await ask(asProof(await make()))).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('that is no JWT', async () => {
    const named = { client_id: application.clientId, ...asProof('a.b.c') };
    expect(await ask(named)).toMatchObject({ status: 400, error: 'invalid_request' });
  });

  test('of another client beside the name of this one', async () => {
    const second = await keyApplication(world, other);
    const foreign = asProof(await signed(other, proofClaims(world.app, second)));
    expect((await ask({ client_id: application.clientId, ...foreign })).error).toMatch(/^invalid_(client|request)$/);
  });

  test('together with a secret', async () => {
    const headers = basic(application.clientId, application.clientSecret);
    expect(await ask(await proof(), headers)).toMatchObject({ error: 'invalid_request' });
    const both = { client_id: application.clientId, client_secret: application.clientSecret };
    expect(await ask({ ...both, ...(await proof()) })).toMatchObject({ error: 'invalid_request' });
  });

  test('of a client that has a secret, is public, or is switched off', async () => {
    const jwks = keySet(key);
    for (const own of [{ clientType: 'confidential' }, { clientType: 'public' }, { isEnabled: false }] as const) {
      const grantTypes: Application['grantTypes'] = ['authorization_code'];
      const asked = await keyApplication(world, key, { jwks, grantTypes, ...own });
      const shown = asProof(await signed(key, proofClaims(world.app, asked)));
      expect(await ask(shown)).toMatchObject({ status: 401, error: 'invalid_client' });
    }
  });
});

describe('35.34 S37 a client with a private key has no working secret', () => {
  test.each([
    ['token', tokenPath, { grant_type: 'client_credentials' }],
    ['introspection', '/api/login/oauth/introspect', { token: 'x' }],
    ['revocation', '/api/login/oauth/revoke', { token: 'x' }],
    ['pushed request', '/api/login/oauth/par', { response_type: 'code', redirect_uri: callback }],
    ['device', '/api/login/oauth/device_authorization', { scope: 'openid' }],
  ])('at the %s endpoint, in the header or in the body, and its id alone is no proof', async (_name, path, fields) => {
    const { clientId: client_id, clientSecret: client_secret } = application;
    const refused = { status: 401, error: 'invalid_client' };
    expect(await postForm(world, path, fields, basic(client_id, client_secret))).toMatchObject(refused);
    expect(await postForm(world, path, { ...fields, client_id, client_secret })).toMatchObject(refused);
    expect(await postForm(world, path, { ...fields, client_id })).toMatchObject(refused);
  });

  test('on /api', async () => {
    const asked = world.app.client(basic(application.clientId, application.clientSecret));
    expect((await asked.get('get-account')).body.status).toBe('error');
  });
});
