import { createHash, randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, basic, type Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, callback, createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
let asking: Application;
let hint: string;
let foreignHint: string;
let browser: Client;
beforeAll(async () => {
  world = await createProtocolWorld();
  const grantTypes: Application['grantTypes'] = ['authorization_code', 'refresh_token', 'id_token', 'token'];
  application = await world.application('app-doors', { grantTypes, enableSigninSession: true });
  asking = await world.application('app-asking', { grantTypes, requireConsent: true, enableSigninSession: true });
  await add(world.root, 'user', { owner: 'acme', name: 'bob', password });
  hint = String((await tokensFor(world, application)).tokens.id_token);
  foreignHint = String((await tokensFor(world, application, {}, 'bob')).tokens.id_token);
  browser = await world.app.signedIn('acme', 'alice', password);
  await world.app.db.raw("UPDATE sessions SET authenticated_time = authenticated_time - interval '1 minute'");
});
afterAll(() => world.app.stop());

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

type Own = Record<string, string>;

/** A careful request with other parameters; an empty text removes one. */
function requestOf({ clientId }: Application, own: Own): URL {
  const url = new URL('/login/oauth/authorize', world.app.url);
  const usual = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid profile',
    state: randomUUID(),
    nonce: 'n-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries({ ...usual, ...own })) if (value) url.searchParams.set(name, value);
  return url;
}

/** Claims that differ in each token. */
const passing = new Set([
  'jti',
  'iat',
  'nbf',
  'exp',
  'at_hash',
  'c_hash',
  'sid',
  'auth_time',
  'lastSigninTime',
  'updatedTime',
]);
const contents = (token: string | undefined) =>
  token && Object.fromEntries(Object.entries(decodeJwt(token)).filter(([name]) => !passing.has(name)));

type Given = Record<string, string | undefined>;

/** The result for a client: the claims of its tokens, or the error. */
async function outcomeOf({ clientId, clientSecret }: Application, given: Given) {
  const { code, access_token, id_token } = given;
  const atOnce = { atOnce: { access: contents(access_token), id: contents(id_token) } };
  if (!code) return atOnce;
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  const headers = basic(clientId, clientSecret);
  const { body } = await world.app.anonymous.post('/api/login/oauth/access_token', new URLSearchParams(form), {
    headers,
  });
  const { error, error_description, scope, refresh_token, ...tokens } = body as unknown as Given;
  return {
    ...atOnce,
    ...(error && { error, error_description }),
    scope,
    isRefreshed: Boolean(refresh_token),
    exchanged: { access: contents(tokens.access_token), id: contents(tokens.id_token) },
  };
}

const parametersOf = (address: string) => {
  const { searchParams, hash } = new URL(address, world.app.url);
  return Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))]) as Given;
};

type Outcome = { refused: string } | { page: true } | { given: unknown };

const whyOf = ({ error, error_description }: Given) => String(error_description ?? error);

/** The fields of the form that a page posts to the client. */
const postedBy = (page: string): Given =>
  Object.fromEntries([...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));

/** The answer of the authorization endpoint to a browser. */
async function atEndpoint(from: Client, asker: Application, request: URL): Promise<Outcome> {
  const headers = { Accept: 'application/json' };
  const { text, body, headers: answered } = await from.get(request.pathname + request.search, {}, { headers });
  const to = answered.get('location');
  if (to && !to.startsWith(callback)) return { page: true };
  const posted = postedBy(text);
  const shown = (Object.keys(posted).length ? posted : body) as Given;
  const given = to ? parametersOf(to) : shown;
  return given.error ? { refused: whyOf(given) } : { given: await outcomeOf(asker, given) };
}

const pages = new Set(['sign-in-first', 'consent-required']);

const oneOf: Readonly<Record<string, string>> = { code: 'code', token: 'access_token', id_token: 'id_token' };

async function ofLogin(asker: Application, type: string, { body }: Answered): Promise<Outcome> {
  if (body.status !== 'ok') return pages.has(String(body.code)) ? { page: true } : { refused: body.msg };
  const { data, data2 } = body;
  const isForm = data2?.startsWith('<');
  const given = data2 ? (isForm ? postedBy : parametersOf)(data2) : { [String(oneOf[type])]: data };
  return { given: await outcomeOf(asker, given) };
}

/** The answer of `/api/login` to the same request, with the browser's session or with typed credentials. */
async function atLogin(from: Client, asker: Application, request: URL, typed: object = {}): Promise<Outcome> {
  const type = request.searchParams.get('response_type') ?? 'code';
  return ofLogin(asker, type, await from.post('login', { type, ...typed }, { query: asPageAsks(request) }));
}

/** Our own error codes for errors of the authority. */
const words: readonly [said: RegExp, told: RegExp][] = [
  [/redirect_uri did not match/, /Redirect URI/],
  [/response_type is not allowed|unsupported.response_type/, /grant_type|response type/],
  [/code_challenge|PKCE/, /PKCE/],
  [/no text has/, /.+/],
];

function expectSame(first: Outcome, second: Outcome): void {
  expect(Object.keys(second)).toEqual(Object.keys(first));
  if (!('refused' in first && 'refused' in second)) return void expect(second).toEqual(first);
  const { refused } = second;
  const told = words.find(([said]) => said.test(first.refused))?.[1];
  if (told) expect(refused).toMatch(told);
  else expect(refused).toContain(first.refused);
}

const implicit = { code_challenge: '', code_challenge_method: '' };

const cases: [what: string, at: 'given' | 'page' | 'refused', own: () => Own][] = [
  ['nothing else', 'given', () => ({})],
  ['no scope and no nonce', 'given', () => ({ scope: '', nonce: '' })],
  ['no scope, with a nonce', 'given', () => ({ scope: '' })],
  ['a scope that nobody knows', 'given', () => ({ scope: 'sing', nonce: '' })],
  ['a scope that is none', 'refused', () => ({ scope: 'openid "' })],
  ['offline access', 'given', () => ({ scope: 'openid offline_access' })],
  ['prompt none', 'given', () => ({ prompt: 'none' })],
  ['prompt login', 'page', () => ({ prompt: 'login' })],
  ['prompt select_account', 'page', () => ({ prompt: 'select_account' })],
  ['prompt consent', 'page', () => ({ prompt: 'consent' })],
  ['prompt none and login', 'refused', () => ({ prompt: 'none login' })],
  ['a prompt that is none', 'refused', () => ({ prompt: 'shout' })],
  ['a session of the last hour', 'given', () => ({ max_age: '3600' })],
  ['a session of the last seconds', 'page', () => ({ max_age: '5' })],
  ['no session at all', 'page', () => ({ max_age: '0' })],
  ['an age below zero', 'refused', () => ({ max_age: '-1' })],
  ['an age in words', 'refused', () => ({ max_age: 'young' })],
  ['an age without openid', 'given', () => ({ max_age: '3600', scope: 'read', nonce: '' })],
  ['single claims', 'given', () => ({ claims: '{"id_token":{"email":null},"userinfo":{"phone":null}}' })],
  ['claims that are no JSON', 'refused', () => ({ claims: '{' })],
  ['claims of nothing', 'refused', () => ({ claims: '{}' })],
  ['another subject', 'page', () => ({ claims: '{"id_token":{"sub":{"value":"somebody"}}}' })],
  [
    'a class of sign-in that nobody has',
    'refused',
    () => ({ claims: '{"id_token":{"acr":{"essential":true,"value":"gold"}}}' }),
  ],
  ['a hint at its user', 'given', () => ({ id_token_hint: hint })],
  ['a hint at another one', 'page', () => ({ id_token_hint: foreignHint })],
  ['a hint that is none', 'refused', () => ({ id_token_hint: 'a.b.c' })],
  [
    'what only pages read',
    'given',
    () => ({ login_hint: 'bob', display: 'page', ui_locales: 'de', claims_locales: 'de' }),
  ],
  ['a class of sign-in, if there is one', 'given', () => ({ acr_values: 'gold' })],
  ['a registration', 'refused', () => ({ registration: '{}' })],
  ['a request object', 'refused', () => ({ request: 'a.b.c' })],
  ['a request of another place', 'refused', () => ({ request_uri: 'https://app.example/request' })],
  ['a pushed request that nobody pushed', 'refused', () => ({ request_uri: 'urn:ietf:params:oauth:request_uri:x' })],
  ['a resource', 'given', () => ({ resource: 'https://api.example' })],
  ['the answer in the fragment', 'given', () => ({ response_mode: 'fragment' })],
  ['the answer in a form', 'given', () => ({ response_mode: 'form_post' })],
  ['the answer in a way that is none', 'refused', () => ({ response_mode: 'letter' })],
  ['tokens in the query', 'refused', () => ({ response_type: 'id_token', response_mode: 'query' })],
  ['a key that it is to show', 'given', () => ({ dpop_jkt: 'k'.repeat(43) })],
  ['no PKCE', 'given', () => implicit],
  ['a challenge without its method', 'refused', () => ({ code_challenge_method: '' })],
  ['a method without its challenge', 'refused', () => ({ code_challenge: '' })],
  ['the method plain', 'refused', () => ({ code_challenge_method: 'plain' })],
  ['a challenge that is too short', 'refused', () => ({ code_challenge: 'short' })],
  ['a nonce with a zero byte', 'refused', () => ({ nonce: 'a\0b' })],
  ['a state with a zero byte', 'refused', () => ({ state: 'a\0b' })],
  ['another address', 'refused', () => ({ redirect_uri: 'https://evil.example' })],
  ['an ID token', 'given', () => ({ ...implicit, response_type: 'id_token' })],
  ['an ID token without a nonce', 'refused', () => ({ ...implicit, response_type: 'id_token', nonce: '' })],
  ['an ID token without openid', 'refused', () => ({ ...implicit, response_type: 'id_token', scope: 'read' })],
  ['a token', 'given', () => ({ ...implicit, response_type: 'token' })],
  ['all types at once', 'given', () => ({ response_type: 'code id_token token' })],
  ['an unknown response type', 'refused', () => ({ response_type: 'code cheque' })],
];

describe('the authorization endpoint and /api/login answer a request alike', () => {
  test.each(cases)('for %s, in a browser with a session: %s', async (_what, at, own) => {
    const request = requestOf(application, own());
    const first = await atEndpoint(browser, application, request);
    expect(first).toHaveProperty(at);
    expectSame(first, await atLogin(browser, application, request));
  });

  /** A typed sign-in needs no session. */
  const typed = cases.filter(([what, at]) => at !== 'refused' && what !== 'prompt none');

  test.each(typed)('for %s, with typed credentials at the page and in the call alone', async (_what, _at, own) => {
    const form = { organization: 'acme', username: 'alice', password };
    // A hint belongs to one application and means nothing to another.
    const askers = own().id_token_hint ? [application] : [application, asking];
    for (const asker of askers) {
      const request = requestOf(asker, own());
      const visitor = world.app.client();
      const opened = await visitor.get(request.pathname + request.search);
      const page = new URL(String(opened.headers.get('location')), world.app.url);
      expect(page.searchParams.has('interaction')).toBe(true);
      const first = await atLogin(visitor, asker, page, form);
      expectSame(first, await atLogin(world.app.client(), asker, request, form));
    }
  });

  test('for a pushed request, which is good once', async () => {
    const pushing = await world.application('app-pushing', { enableSigninSession: true });
    const asked = requestOf(pushing, { claims: '{"id_token":{"email":null}}' }).searchParams;
    const push = async () => {
      const headers = basic(pushing.clientId, pushing.clientSecret);
      const { body } = await world.app.anonymous.post('/api/login/oauth/par', new URLSearchParams(asked), { headers });
      const { request_uri } = body as unknown as { request_uri: string };
      const url = new URL('/login/oauth/authorize', world.app.url);
      url.search = String(new URLSearchParams({ client_id: pushing.clientId, request_uri }));
      return url;
    };
    const [one, two] = [await push(), await push()];
    const first = await atEndpoint(browser, pushing, one);
    expect(first).toMatchObject({ given: { exchanged: { id: { email: 'alice@acme.example' } } } });
    expectSame(first, await atLogin(browser, pushing, two));
    expectSame(await atEndpoint(browser, pushing, two), await atLogin(browser, pushing, one));
  });

  test('for prompt=consent: with the user’s answer, the code is given', async () => {
    const request = requestOf(application, { prompt: 'consent' });
    const given = await atLogin(browser, application, request, { consent: true });
    expectSame(await atEndpoint(browser, application, requestOf(application, {})), given);
    expect(await atLogin(browser, application, request)).toEqual({ page: true });
  });
});
