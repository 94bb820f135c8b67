import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { password } from '../harness/world.ts';
import {
  type Back,
  browserAt,
  comeBack,
  login,
  type Services,
  signInWith,
  startServices,
  visitService,
} from './world.ts';

let later = 0;
let services: Services;
beforeAll(async () => {
  services = await startServices(() => new Date(Date.now() + later));
});
afterAll(() => services?.stop());
beforeEach(() => {
  const { keycloak } = services;
  later = 0;
  Object.assign(keycloak, { denies: '', tamper: (claims: object) => claims, signsWithForeignKey: false });
  Object.assign(keycloak, { namesIssuer: keycloak.issuer });
  keycloak.user = { sub: 'mallory', preferred_username: 'mallory' };
});

const started = async (provider = 'keycloak') => {
  const browser = browserAt(services.app);
  return { browser, back: await visitService(services, browser, { provider }) };
};

/** Nobody is signed in, no user was made, and a record says why. */
async function expectNobody(browser: ReturnType<typeof browserAt>, code: string): Promise<void> {
  expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  expect(await services.user('mallory')).toBeUndefined();
  const [last] = await services.app
    .db('records')
    .where({ action: 'login' })
    .andWhere('created_time', '<=', new Date(Date.now() + later))
    .orderBy('created_time', 'desc')
    .limit(1);
  // What the service did wrong stands behind the code.
  const reason = code === 'sign-in-service-failed' ? expect.stringMatching(/^sign-in-service-failed \S/) : code;
  expect(last).toMatchObject({ outcome: 'refused', reason });
}

describe('S32 an answer signs nobody in', () => {
  const changes: [string, (back: Back) => Partial<Back>][] = [
    ['without a state', ({ answer, redirectUri }) => ({ answer, redirectUri })],
    ['with a made-up state', (back) => ({ ...back, state: 'made-up' })],
    [
      'that came to the address of another provider',
      (back) => ({ ...back, redirectUri: `${services.app.url}/callback` }),
    ],
    ['that came to another site', (back) => ({ ...back, redirectUri: 'https://evil.example/callback' })],
  ];

  test.each(changes)('%s', async (_, change) => {
    const { browser, back } = await started();
    expect((await login(browser, 'keycloak', change(back))).body.code).toBe('provider-request-unknown');
    await expectNobody(browser, 'provider-request-unknown');
  });

  test('in another browser, which has a request of its own', async () => {
    const { back } = await started();
    const { browser } = await started();
    expect((await login(browser, 'keycloak', back)).body.code).toBe('provider-request-unknown');
    await expectNobody(browser, 'provider-request-unknown');
  });

  test('after ten minutes', async () => {
    const { browser, back } = await started();
    later = 10 * 60_000 + 1;
    expect((await login(browser, 'keycloak', back)).body.code).toBe('provider-request-unknown');
    await expectNobody(browser, 'provider-request-unknown');
  });

  test('for another provider, application, organization or purpose', async () => {
    const others = [{ provider: 'google' }, { application: 'app-built-in', organization: 'acme' }];
    for (const other of others) {
      const { browser, back } = await started();
      const { body } = await login(browser, 'keycloak', back, other);
      expect(body.code).toBe('provider-request-unknown');
      await expectNobody(browser, 'provider-request-unknown');
    }
    const browser = await services.app.signedIn('acme', 'alice', password);
    const back = await visitService(services, browser, { provider: 'keycloak', purpose: 'link' });
    const stranger = browserAt(services.app);
    for (const [name, value] of browser.cookies) if (name.includes('request')) stranger.cookies.set(name, value);
    expect((await login(stranger, 'keycloak', back)).body.code).toBe('provider-request-unknown');
    await expectNobody(stranger, 'provider-request-unknown');
  });

  test('a second time', async () => {
    services.keycloak.user = { sub: 'once', preferred_username: 'once' };
    const { browser, back } = await started();
    expect((await login(browser, 'keycloak', back)).body.status).toBe('ok');
    await browser.post('logout');
    expect((await login(browser, 'keycloak', back)).body.code).toBe('provider-request-unknown');
    expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  });

  test('with the code of another provider', async () => {
    const { browser, back } = await started();
    const other = await started('google');
    const code = new URLSearchParams(other.back.answer).get('code') as string;
    const answer = new URLSearchParams(back.answer);
    answer.set('code', code);
    const { body } = await login(browser, 'keycloak', { ...back, answer: `${answer}` });
    expect(body).toMatchObject({ code: 'sign-in-service-failed', msg: expect.stringContaining('invalid_grant') });
    await expectNobody(browser, 'sign-in-service-failed');
  });

  const tampered: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ['another nonce', (claims) => ({ ...claims, nonce: 'of another sign-in' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another client', (claims) => ({ ...claims, aud: 'another-client' })],
    ['an end in the past', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 })],
    ['another user than userinfo', (claims) => ({ ...claims, sub: 'another' })],
  ];

  test.each(tampered)('whose ID token has %s', async (_, tamper) => {
    services.keycloak.tamper = tamper;
    const { browser, back } = await started();
    expect((await login(browser, 'keycloak', back)).body.code).toBe('sign-in-service-failed');
    await expectNobody(browser, 'sign-in-service-failed');
  });

  test('whose ID token has a foreign signature', async () => {
    services.keycloak.signsWithForeignKey = true;
    const { browser, back } = await started();
    expect((await login(browser, 'keycloak', back)).body.code).toBe('sign-in-service-failed');
    await expectNobody(browser, 'sign-in-service-failed');
  });

  test.each(['https://evil.example', undefined])('that names %s as its issuer', async (issuer) => {
    const { browser, back } = await started();
    const answer = new URLSearchParams(back.answer);
    if (issuer) answer.set('iss', issuer);
    else answer.delete('iss');
    expect((await login(browser, 'keycloak', { ...back, answer: `${answer}` })).body.code).toBe(
      'sign-in-service-failed',
    );
    await expectNobody(browser, 'sign-in-service-failed');
  });

  test('in which the service refuses, and no text of the address is repeated', async () => {
    services.keycloak.denies = 'access_denied';
    const { browser, back } = await started();
    const { body } = await login(browser, 'keycloak', { ...back, answer: `${back.answer}&error_description=Call+us` });
    expect(body).toMatchObject({ code: 'sign-in-service-failed', msg: expect.stringContaining('access_denied') });
    expect(body.msg).not.toContain('Call us');
    await expectNobody(browser, 'sign-in-service-failed');
  });

  test('with a secret that the service does not know, and neither answer nor log repeats it', async () => {
    const secret = 'a secret that nobody registered';
    await services.change('provider', 'admin/keycloak', { clientSecret: secret });
    const { browser, back } = await started();
    const answered = await login(browser, 'keycloak', back);
    expect(answered.body.code).toBe('sign-in-service-failed');
    expect(answered.text + services.app.logged.join()).not.toContain(secret);
    await services.change('provider', 'admin/keycloak', { clientSecret: services.keycloak.clientSecret });
    await expectNobody(browser, 'sign-in-service-failed');
  });

  test('S19 where another site begins or ends the request', async () => {
    const { browser, back } = await started();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const begun = await browser.post(
      'begin-provider-request',
      { application: 'shop', provider: 'keycloak' },
      { headers },
    );
    expect(begun.body.code).toBe('cross-site');
    const form = { type: 'login', application: 'shop', provider: 'keycloak', ...back };
    expect((await browser.post('login', form, { headers })).body.code).toBe('cross-site');
    expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  });

  test('S23 after too many guesses at a state', async () => {
    const browser = browserAt(services.app);
    for (let guess = 0; guess < 50; guess++)
      await login(browser, 'keycloak', { state: `guess ${guess}`, answer: 'code=1' });
    expect((await login(browser, 'keycloak', { state: 'next', answer: 'code=1' })).body.code).toBe('locked');
  });
});

describe('A request', () => {
  test('belongs to one tab of several', async () => {
    const browser = browserAt(services.app);
    const [first, second] = [
      await visitService(services, browser, { provider: 'keycloak', page: '/login/acme' }),
      await visitService(services, browser, { provider: 'google', page: '/login' }),
    ];
    const look = async (state: string, from = browser) => (await from.get('get-provider-request', { state })).body;
    expect((await look(first.state)).data).toEqual({
      ...{ purpose: 'signin', provider: 'keycloak', application: 'shop', organization: 'acme' },
      ...{ page: '/login/acme', autoSignin: false },
    });
    expect((await look(second.state)).data).toMatchObject({ provider: 'google', page: '/login' });
    expect((await look(first.state, browserAt(services.app))).code).toBe('provider-request-unknown');
  });

  test('returns to no other site', async () => {
    for (const page of ['https://evil.example', '//evil.example', '/\\evil.example', 'login'])
      expect(
        (
          await browserAt(services.app).post('begin-provider-request', {
            application: 'shop',
            provider: 'google',
            page,
          })
        ).body.code,
      ).toBe('invalid');
  });

  test('S12 leaves no secret in the database', async () => {
    const begun = await browserAt(services.app).post('begin-provider-request', {
      application: 'shop',
      provider: 'google',
    });
    const state = new URL(begun.body.data).searchParams.get('state') as string;
    const rows = JSON.stringify(await services.app.db('provider_requests'));
    expect(rows).not.toContain(state);
    expect(rows).not.toContain('verifier');
    await comeBack(services.standIns, begun.body.data);
  });
});

describe('The subject of a service at an address of one’s own', () => {
  test('is nobody at another such service', async () => {
    services.keycloak.user = { sub: 'shared-id', preferred_username: 'ours' };
    expect((await signInWith(services, 'keycloak')).body.data).toBe('acme/ours');
    await services.app
      .db('users')
      .where({ name: 'ours' })
      .update({
        properties: JSON.stringify({ oauth_OpenIDConnect_issuer: 'https://other.example' }),
      });
    expect((await signInWith(services, 'keycloak')).body.data).toMatch(/^acme\/ours_[0-9a-f]{4}$/);
  });
});
