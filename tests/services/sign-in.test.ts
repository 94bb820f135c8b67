import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserAt, login, type Services, signInWith, startServices, visitService } from './world.ts';

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services?.stop());

describe('A stranger with an account at', () => {
  test('OpenID Connect signs up with the standard claims, and signs in again', async () => {
    services.keycloak.user = {
      sub: 'f:1:nora',
      preferred_username: 'nora',
      name: 'Nora Helmer',
      email: 'nora@post.example',
      email_verified: true,
      // 35.29
      ...{ phone_number: '+86 13800138031', phone_number_verified: true },
      picture: 'https://sso.example/nora.png',
      website: 'https://nora.example',
    };
    const first = await signInWith(services, 'keycloak');
    expect(first.body).toMatchObject({ status: 'ok', data: 'acme/nora' });
    expect(await services.user('nora')).toMatchObject({
      displayName: 'Nora Helmer',
      email: 'nora@post.example',
      emailVerified: true,
      ...{ phone: '13800138031', phoneVerified: true },
      avatar: 'https://sso.example/nora.png',
      homepage: 'https://nora.example',
      openidconnect: 'f:1:nora',
      signupApplication: 'shop',
      password: '',
      properties: {
        oauth_OpenIDConnect_id: 'f:1:nora',
        oauth_OpenIDConnect_username: 'nora',
        oauth_OpenIDConnect_displayName: 'Nora Helmer',
        oauth_OpenIDConnect_email: 'nora@post.example',
        oauth_OpenIDConnect_avatarUrl: 'https://sso.example/nora.png',
        oauth_OpenIDConnect_issuer: services.keycloak.issuer,
        no: expect.stringMatching(/^\d+$/),
      },
    });
    expect((await first.browser.get('get-account')).body).toMatchObject({ status: 'ok', name: 'nora' });
    expect((await signInWith(services, 'keycloak')).body).toMatchObject({ status: 'ok', data: 'acme/nora' });
    const records = await services.app.db('records').where({ owner: 'acme', user: 'nora' });
    expect(records.map(({ action, reason }) => `${action} ${reason}`).sort()).toEqual([
      'login provider keycloak',
      'login provider keycloak',
      'signup provider keycloak',
    ]);
  });

  test('Google signs up under the beginning of the address', async () => {
    services.google.user = {
      sub: '1093',
      name: 'Jürgen Groß',
      email: 'jürgen.groß@gmail.example',
      email_verified: true,
    };
    expect((await signInWith(services, 'google')).body).toMatchObject({ status: 'ok', data: 'acme/jurgen_gro' });
    expect(await services.user('jurgen_gro')).toMatchObject({ google: '1093', displayName: 'Jürgen Groß' });
    services.google.user = { sub: '1094' };
    const without = await signInWith(services, 'google');
    expect(without.body).toMatchObject({
      code: 'sign-in-service-failed',
      msg: expect.stringContaining('email is empty'),
    });
  });

  test('GitHub signs up with the address that GitHub proved, not with the public one', async () => {
    services.github.user = { ...services.github.user, id: 77, login: 'hubert', email: 'public@post.example' };
    services.github.emails = [
      { email: 'unproved@post.example', primary: true, verified: false, visibility: 'public' },
      { email: 'hubert@post.example', primary: false, verified: true, visibility: null },
    ];
    expect((await signInWith(services, 'github')).body).toMatchObject({ status: 'ok', data: 'acme/hubert' });
    expect(await services.user('hubert')).toMatchObject({
      github: '77',
      email: 'hubert@post.example',
      emailVerified: true,
    });
  });

  test('a service gets another name if the own one is taken', async () => {
    services.github.user = { ...services.github.user, id: 78, login: 'Alice', email: null };
    services.github.emails = [];
    const { body } = await signInWith(services, 'github');
    expect(body.data).toMatch(/^acme\/Alice_[0-9a-f]{4}$/);
  });
});

describe('An application', () => {
  test('refuses a stranger where sign-up is closed for it, the entry, or the provider', async () => {
    const { change } = services;
    const item = { name: 'github', canSignUp: false };
    const closed = [
      ['application', 'admin/shop', { enableSignUp: false }, { enableSignUp: true }, 'provider-sign-up-closed'],
      [
        'application',
        'admin/shop',
        { providers: [item] },
        { providers: [{ name: 'github' }] },
        'provider-sign-up-elsewhere',
      ],
      ['provider', 'admin/github', { enableSignUp: false }, { enableSignUp: true }, 'provider-sign-up-elsewhere'],
    ] as const;
    services.github.user = { ...services.github.user, id: 100, login: 'late' };
    for (const [kind, id, off, on, code] of closed) {
      await change(kind, id, off);
      const { body } = await signInWith(services, 'github');
      expect(body).toMatchObject({ status: 'error', code, msg: expect.stringContaining('late (The Octocat)') });
      await change(kind, id, on);
    }
    expect(await services.user('late')).toBeUndefined();
    await change('application', 'admin/shop', {
      providers: ['google', 'github', 'keycloak'].map((name) => ({ name })),
    });
  });

  test('refuses a provider that it does not list, or no longer lists', async () => {
    const browser = browserAt(services.app);
    const refused = await browser.post('begin-provider-request', {
      application: 'shop',
      provider: 'provider_captcha_default',
    });
    expect(refused.body.code).toBe('provider-not-enabled');
    const back = await visitService(services, browser, { provider: 'github' });
    await services.change('application', 'admin/shop', { providers: [{ name: 'google' }] });
    expect((await login(browser, 'github', back)).body.code).toBe('provider-not-enabled');
    await services.change('application', 'admin/shop', {
      providers: ['google', 'github', 'keycloak'].map((name) => ({ name })),
    });
  });
});
