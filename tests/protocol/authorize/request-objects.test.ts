import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
} from '../tokens/private-key-world.ts';
import { callback, createProtocolWorld, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
let key: ClientKey;
let other: ClientKey;
let byKey: Application;
let bySecret: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  [key, other] = [await clientKey(), await clientKey()];
  const oauthFeatures: Application['oauthFeatures'] = ['request_objects'];
  byKey = await keyApplication(world, key, { oauthFeatures });
  bySecret = await world.application('app-secret', { oauthFeatures, jwks: keySet(key) });
});
afterAll(() => world.app.stop());

const claimsOf = ({ clientId }: Pick<Application, 'clientId'>, own: object = {}) => ({
  iss: clientId,
  aud: world.app.url,
  exp: inSeconds(60),
  client_id: clientId,
  response_type: 'code',
  redirect_uri: callback,
  scope: 'openid',
  state: 'inside',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  ...own,
});

const addressOf = ({ clientId }: Pick<Application, 'clientId'>, request: string, own: Record<string, string> = {}) => {
  const url = new URL('/login/oauth/authorize', world.app.url);
  url.search = String(new URLSearchParams({ client_id: clientId, request, ...own }));
  return url;
};

const visitor = () => world.app.client({ Accept: 'text/html' });

/** Where the endpoint sends a visitor without a session. */
async function locationOf(url: URL, browser = visitor()): Promise<URL | undefined> {
  const { headers } = await browser.get(url.pathname + url.search);
  return URL.parse(String(headers.get('location')), world.app.url) ?? undefined;
}

const errorAt = async (url: URL) => {
  const { status, headers, text } = await visitor().get(url.pathname + url.search);
  const told = URL.parse(String(headers.get('location')))?.searchParams.get('error');
  return told ?? (status === 400 ? (/[a-z]+(_[a-z]+)+/.exec(text)?.[0] ?? 'a page') : 'none');
};

describe('35.33 a signed request is taken', () => {
  test.each([
    ['a client with a private key', () => byKey],
    ['a client with a secret', () => bySecret],
  ])('of %s, and what is in it counts, not what stands beside it', async (_who, application) => {
    const request = await signed(key, claimsOf(application()));
    const browser = visitor();
    const beside = { scope: 'openid profile', state: 'inside', redirect_uri: 'https://evil.example/', prompt: 'none' };
    const page = await locationOf(addressOf(application(), request, beside), browser);
    expect(Object.fromEntries(page?.searchParams ?? [])).toMatchObject({ scope: 'openid', redirect_uri: callback });
    expect(page?.searchParams.has('request')).toBe(false);
    const { body } = await signInAt(browser, page as URL);
    expect(body).toMatchObject({ status: 'ok', data: expect.any(String) });
  });

  test('and its response mode is used', async () => {
    const request = await signed(key, claimsOf(byKey, { response_mode: 'form_post' }));
    const browser = visitor();
    const page = await locationOf(addressOf(byKey, request), browser);
    expect(page?.searchParams.get('response_mode')).toBe('form_post');
    const { body } = await signInAt(browser, page as URL);
    expect(String((body as { data2?: unknown }).data2)).toContain('<form');
  });

  test('and is pushed by a client that proves itself by the same key', async () => {
    const request = await signed(key, claimsOf(byKey));
    const proof = asProof(await signed(key, proofClaims(world.app, byKey)));
    const pushed = await postForm(world, '/api/login/oauth/par', { request, ...proof });
    expect(pushed).toMatchObject({ status: 201, request_uri: expect.any(String) });
    const url = new URL('/login/oauth/authorize', world.app.url);
    url.search = String(new URLSearchParams({ client_id: byKey.clientId, request_uri: String(pushed.request_uri) }));
    const browser = visitor();
    const page = await locationOf(url, browser);
    expect((await signInAt(browser, page as URL)).body).toMatchObject({ status: 'ok' });
    const wrong = await signed(other, claimsOf(byKey));
    const again = asProof(await signed(key, proofClaims(world.app, byKey)));
    expect(await postForm(world, '/api/login/oauth/par', { request: wrong, ...again })).toMatchObject({
      status: 400,
      error: 'invalid_request_object',
    });
  });
});

describe('35.33 S39 a request is refused', () => {
  test.each<[string, () => Promise<string>]>([
    ['by another key', () => signed(other, claimsOf(byKey))],
    ['without a signature', async () => new UnsecuredJWT(claimsOf(byKey)).encode()],
    [
      'by HS256 with the client secret',
      () =>
        new SignJWT(claimsOf(byKey))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(byKey.clientSecret)),
    ],
    ['for another server', () => signed(key, claimsOf(byKey, { aud: 'https://as.example' }))],
    ['of another issuer', () => signed(key, claimsOf(byKey, { iss: 'someone' }))],
    ['that has expired', () => signed(key, claimsOf(byKey, { exp: inSeconds(-60) }))],
    ['of another client', () => signed(key, claimsOf(bySecret))],
    [
      'with a request inside',
      async () => signed(key, claimsOf(byKey, { request: await signed(key, claimsOf(byKey)) })),
    ],
  ])('%s', async (_what, make) => {
    const url = addressOf(byKey, await make(), { redirect_uri: callback, response_type: 'code', scope: 'openid' });
    expect(await errorAt(url)).toBe('invalid_request_object');
  });

  test('of an application that has not switched them on, or at /api/login without its page', async () => {
    const plain = await keyApplication(world, key);
    const asked = { redirect_uri: callback, response_type: 'code', scope: 'openid' };
    const request = await signed(key, claimsOf(plain));
    expect(await errorAt(addressOf(plain, request, asked))).toBe('request_not_supported');
    const direct = addressOf(byKey, await signed(key, claimsOf(byKey)), asked);
    const { body } = await signInAt(world.app.client(), direct);
    expect(body).toMatchObject({ status: 'error', data: null });
  });

  test('of an application without any keys, which cannot be saved', async () => {
    const settings = { name: `app-${randomUUID()}`, organization: 'acme', oauthFeatures: ['request_objects'] };
    expect((await world.root.post('add-application', settings)).body).toMatchObject({ status: 'error' });
  });
});
