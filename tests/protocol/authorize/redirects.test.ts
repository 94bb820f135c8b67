import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { asPageAsks, callback, careful, createProtocolWorld, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-redirect', { enableSigninSession: true });
});
afterAll(() => world.app.stop());

/** Each is another address, or could be. */
const foreign = [
  'https://evil.example/callback',
  'https://sub.app.example/callback',
  'https://app.example.evil.example/callback',
  'https://app.example@evil.example/callback',
  'https://app.example\\@evil.example/callback',
  'https://app.example:8443/callback',
  'http://app.example/callback',
  'https://app.example/callback/',
  'https://app.example/callback/../other',
  'https://app.example/callback%2f..%2fother',
  'https://app.example/callback?more=1',
  'https://app.example/callback#fragment',
  'https://app.example/callbackevil',
  'https://APP.example/callback',
  '//app.example/callback',
  'javascript:alert(1)//https://app.example/callback',
  '',
];

const asking = async (redirect_uri: string) => {
  const { request } = await careful(await world.relyingParty(application));
  if (redirect_uri) request.searchParams.set('redirect_uri', redirect_uri);
  else request.searchParams.delete('redirect_uri');
  return request;
};

describe('S34 a browser is sent only to a registered address', () => {
  test.each(foreign)('%s is an error page at the authorization endpoint, and an error at the form', async (address) => {
    const request = await asking(address);
    const page = await world.app.client({ Accept: 'text/html' }).get(request.pathname + request.search);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect((await signInAt(world.app.client(), request)).body).toMatchObject({
      status: 'error',
      code: address ? 'redirect-not-allowed' : 'authorization-refused',
      data: null,
    });
    const lookup = await world.app.client().get('get-app-login', asPageAsks(request));
    expect(lookup.body).toMatchObject({ status: 'error', data: { name: 'app-redirect', clientSecret: '' } });
  });

  test('and a registered address receives the browser', async () => {
    expect((await signInAt(world.app.client(), await asking(callback))).body.status).toBe('ok');
  });

  test('also after signing out', async () => {
    for (const address of foreign.filter(Boolean)) {
      const query = { client_id: application.clientId, post_logout_redirect_uri: address };
      const answer = await world.app.client({ Accept: 'text/html' }).get('/api/login/oauth/logout', query);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });
});

describe('S43 the pages of the authority', () => {
  test('escape texts of a request, and cannot be framed', async () => {
    const query = { client_id: '<script>alert(1)</script>', response_type: '"><img src=x>', redirect_uri: '<b>' };
    const answer = await world.app.client({ Accept: 'text/html' }).get('/login/oauth/authorize', query);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/<script>alert|<b>/);
    // The only picture is the product's own.
    expect(answer.text.match(/<img[^>]*>/g)).toEqual(['<img class="icon" src="/icon.svg" alt="">']);
    expect(answer.headers.get('content-security-policy')).toMatch("frame-ancestors 'none'");
  });
});

test('a page is drawn only for a good request', async () => {
  const request = await asking('https://evil.example/callback');
  request.searchParams.set('interaction', 'made-up');
  const answer = await world.app.client({ Accept: 'text/html' }).get(request.pathname + request.search);
  expect(answer.status).toBe(400);
});

test('S19 an image or another part of a page takes no code to another site', async () => {
  const { pathname, search } = await asking(callback);
  const browser = await world.app.signedIn('acme', 'alice', password);
  const asked = async (dest: string) => {
    const { status, headers } = await browser.get(pathname + search, {}, { headers: { 'Sec-Fetch-Dest': dest } });
    return [status, headers.get('location')?.split('?')[0] ?? null];
  };
  for (const dest of ['image', 'script', 'object', 'track']) expect(await asked(dest), dest).toEqual([400, null]);
  for (const dest of ['document', 'iframe', 'empty']) expect(await asked(dest), dest).toEqual([303, callback]);
});

test('S33 a request that cannot be stored, or has a secret in its address, opens no page', async () => {
  const request = await asking(callback);
  const browser = world.app.client();
  for (const [name, value] of [
    ['nonce', 'a\0b'],
    ['claims', '{"id_token":{"a\0b":null}}'],
    ['client_secret', application.clientSecret],
  ]) {
    const bad = new URL(request);
    bad.searchParams.set(String(name), String(value));
    const answer = await browser.get(bad.pathname + bad.search);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  }
  const leaving = await browser.get('/api/login/oauth/logout', { client_id: application.clientId, state: 'a\0b' });
  expect(leaving.status).toBe(400);
});

test('browsers read that on a page, and programs in JSON', async () => {
  const { clientId: client_id, clientSecret } = application;
  const asked = Object.fromEntries((await asking(callback)).searchParams);
  const secret = (name: string) => `${name} is not allowed in the URL. Send it in a header or in the body.`;
  const unstorable = 'a parameter holds a character that no text has';
  const cases: [path: string, query: Record<string, string>, why: string][] = [
    ['/login/oauth/authorize', { ...asked, client_secret: clientSecret }, secret('client_secret')],
    ['/login/oauth/authorize', { ...asked, nonce: 'a\0b', ui_locales: 'de' }, unstorable],
    ['/api/login/oauth/logout', { client_id, access_token: '<script>' }, secret('access_token')],
    ['/login/oauth/device', { user_code: 'a\0b' }, unstorable],
  ];
  for (const [path, query, why] of cases) {
    const page = await world.app.client({ Accept: 'text/html,*/*;q=0.8' }).get(path, query);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(`<code>invalid_request</code> ${why}`);
    // 35.32: an error at a sign-out speaks of signing out.
    const signing = path.endsWith('/logout')
      ? /<h1>There was a problem signing you out/
      : /<h1>There was a problem signing you in/;
    expect(page.text).toMatch(query.ui_locales ? /lang="de".*<h1>Bei der Anmeldung/s : signing);
    expect(page.text).not.toMatch(/<script/);
    expect(page.text).not.toContain(clientSecret);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get('cache-control')).toMatch('no-store');
    const told = await world.app.client({ Accept: 'application/json' }).get(path, query);
    expect(told.body).toMatchObject({ error: 'invalid_request', error_description: why });
    const form = new URLSearchParams(query);
    const sent = path.endsWith('device') ? page : await world.app.client({ Accept: 'text/html' }).post(path, form);
    // Only the link that a form becomes is stored, so only the link is refused.
    if (why !== unstorable) expect([sent.status, sent.text]).toEqual([400, page.text]);
  }
});

test('a JSON request is taken whole or refused', async () => {
  const asked = Object.fromEntries((await asking(callback)).searchParams);
  const browser = world.app.client();
  const numbers = await browser.post('/login/oauth/authorize', { ...asked, max_age: 0 });
  expect(numbers.headers.get('location')).toMatch('max_age=0');
  expect((await browser.post('/login/oauth/authorize', { ...asked, prompt: ['none'] })).status).toBe(400);
});

test('a form that would make too long an address is refused', async () => {
  const asked = Object.fromEntries((await asking(callback)).searchParams);
  const form = new URLSearchParams({ ...asked, state: 'x'.repeat(100_000) });
  const answer = await world.app.client({ Accept: 'application/json' }).post('/login/oauth/authorize', form);
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(answer.body).toMatchObject({ error: 'invalid_request', error_description: 'the request is too long' });
});

test('errors that the client may know go back to it', async () => {
  const { request } = await careful(await world.relyingParty(application), { prompt: 'none' });
  const answer = await world.app.client().get(request.pathname + request.search);
  const back = new URL(String(answer.headers.get('location')));
  expect(back.origin + back.pathname).toBe(callback);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'login_required',
    state: request.searchParams.get('state'),
    iss: world.app.url,
  });
  request.searchParams.delete('response_type');
  const asked = await world.app.client().get(request.pathname + request.search);
  expect(new URL(String(asked.headers.get('location'))).searchParams.get('error_description')).toMatch('response_type');
});

test('35.32 a sign-out that the library refuses speaks of signing out', async () => {
  const query = { client_id: application.clientId, post_logout_redirect_uri: 'https://evil.example/' };
  const asked = { ...query, id_token_hint: 'none', ui_locales: 'de' };
  const page = await world.app.client({ Accept: 'text/html' }).get('/api/login/oauth/logout', asked);
  expect(page.status).toBe(400);
  expect(page.text).toContain('<h1>Beim Abmelden ist ein Problem aufgetreten');
});
