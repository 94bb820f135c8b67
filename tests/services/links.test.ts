import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { browserAt, type Services, signInWith, startServices, visitService } from './world.ts';

let later = 0;
let services: Services;
beforeAll(async () => {
  services = await startServices(() => new Date(Date.now() + later));
  const people = { owner: 'acme', displayName: 'Someone', password };
  for (const name of ['bob', 'carol', 'dave']) await add(services.root, 'user', { ...people, name });
  await add(services.root, 'user', { ...people, name: 'adam', isAdmin: true, email: 'adam@acme.example' });
});
afterAll(() => services?.stop());
beforeEach(() => {
  later = 0;
});

const as = (name: string) => services.app.signedIn('acme', name, password);

async function linkAccount(browser: Client, provider: string) {
  const back = await visitService(services, browser, { provider, purpose: 'link' });
  return (await browser.post('link', { ...back })).body;
}

const reasons = async (user: string) =>
  (await services.app.db('records').where({ owner: 'acme', user }).whereIn('action', ['link', 'unlink'])).map(
    ({ action, outcome, reason }) => `${action} ${outcome} ${reason}`,
  );

describe('A user', () => {
  test('links an account, signs in with it, and unlinks it', async () => {
    const { github } = services;
    github.user = { ...github.user, id: 1, login: 'bobby', name: 'Bob of GitHub' };
    const bob = await as('bob');
    expect(await linkAccount(bob, 'github')).toMatchObject({ status: 'ok', data: true });
    expect(await services.user('bob')).toMatchObject({
      github: '1',
      displayName: 'Someone',
      avatar: github.user.avatar_url,
      properties: { oauth_GitHub_id: '1', oauth_GitHub_username: 'bobby' },
    });
    expect((await signInWith(services, 'github')).body.data).toBe('acme/bob');
    expect((await bob.post('unlink', { providerType: 'GitHub' })).body.status).toBe('ok');
    expect(await services.user('bob')).toMatchObject({ github: '', properties: {} });
    expect((await bob.post('unlink', { providerType: 'GitHub' })).body).toMatchObject({ msg: 'Please link first' });
    expect(await reasons('bob')).toEqual([
      'link ok provider github',
      'unlink ok provider type GitHub',
      'unlink refused link-missing',
    ]);
  });

  test('cannot link the account of another user, nor a second one of a type', async () => {
    const { google } = services;
    google.user = { sub: 'g1', email: 'g1@gmail.example', name: 'G' };
    const [bob, carol] = [await as('bob'), await as('carol')];
    expect((await linkAccount(bob, 'google')).status).toBe('ok');
    expect(await linkAccount(carol, 'google')).toMatchObject({ code: 'provider-linked-elsewhere' });
    google.user = { sub: 'g2', email: 'g2@gmail.example', name: 'G' };
    expect(await linkAccount(bob, 'google')).toMatchObject({ code: 'provider-other-linked' });
    expect((await services.user('carol')).google).toBe('');
  });

  test('cannot remove the last way in, but with a password or another link', async () => {
    services.keycloak.user = { sub: 'lone', preferred_username: 'lone' };
    const { browser } = await signInWith(services, 'keycloak');
    const unlink = (type: string) => browser.post('unlink', { providerType: type });
    expect((await unlink('OpenID Connect')).body).toMatchObject({
      code: 'link-last',
      msg: expect.stringContaining('last way in'),
    });
    services.google.user = { sub: 'g-lone', email: 'lone@gmail.example' };
    expect((await linkAccount(browser, 'google')).status).toBe('ok');
    expect((await unlink('OpenID Connect')).body.status).toBe('ok');
    expect((await unlink('Google')).body.code).toBe('link-last');
  });

  test('cannot unlink what the application keeps; an administrator can', async () => {
    services.github.user = { ...services.github.user, id: 9, login: 'kept' };
    const { browser } = await signInWith(services, 'github');
    await browser.post(
      'set-password',
      new URLSearchParams({ userOwner: 'acme', userName: 'kept', newPassword: password }),
    );
    const items = (canUnlink: boolean) => ({
      providers: [{ name: 'github', canUnlink }, { name: 'google' }, { name: 'keycloak' }],
    });
    await services.change('application', 'admin/shop', items(false));
    expect((await browser.post('unlink', { providerType: 'GitHub' })).body.code).toBe('link-fixed');
    const adam = await as('adam');
    const user = { owner: 'acme', name: 'kept' };
    expect((await (await as('dave')).post('unlink', { providerType: 'GitHub', user })).body.code).toBe('unauthorized');
    expect((await adam.post('unlink', { providerType: 'GitHub', user })).body.status).toBe('ok');
    await services.change('application', 'admin/shop', items(true));
  });
});

describe('S30 an account is linked', () => {
  test('in the session that asked, and in no other one', async () => {
    const dave = await as('dave');
    services.google.user = { sub: 'g-dave', email: 'dave@gmail.example' };
    const back = await visitService(services, dave, { provider: 'google', purpose: 'link' });
    const carol = await as('carol');
    for (const [name, value] of dave.cookies) if (name.includes('request')) carol.cookies.set(name, value);
    expect((await carol.post('link', { ...back })).body.code).toBe('provider-request-unknown');
    expect((await browserAt(services.app).post('link', { ...back })).body.code).toBe('sign-in-first');
    expect((await services.user('carol')).google).toBe('');
  });

  test('in the first hour after sign-in, and not with a master password', async () => {
    const dave = await as('dave');
    services.google.user = { sub: 'g-dave', email: 'dave@gmail.example' };
    later = 59 * 60_000;
    await dave.get('get-account');
    later = 61 * 60_000;
    const begin = { application: 'shop', provider: 'google', purpose: 'link' };
    expect((await dave.post('begin-provider-request', begin)).body.code).toBe('link-session-old');
    later = 0;
    await services.change('organization', 'admin/acme', { masterPassword: 'the-master-password' });
    const support = await services.app.signedIn('acme', 'dave', 'the-master-password');
    expect((await support.post('begin-provider-request', begin)).body.code).toBe('impersonated');
    expect((await services.user('dave')).google).toBe('');
  });

  test('where the organization lets users change their links', async () => {
    const { data } = (await services.root.get('get-organization', { id: 'admin/acme' })).body;
    const items = data.accountItems as { name: string }[];
    const locked = items.map((item) => (item.name === '3rd-party logins' ? { ...item, modifyRule: 'Admin' } : item));
    await services.change('organization', 'admin/acme', { accountItems: locked });
    const dave = await as('dave');
    const begin = { application: 'shop', provider: 'google', purpose: 'link' };
    expect((await dave.post('begin-provider-request', begin)).body.code).toBe('field-rule');
    await services.change('organization', 'admin/acme', { accountItems: items });
  });
});

describe('S30 the email of a service', () => {
  const google = (sub: string, email: string, email_verified: boolean) => {
    services.google.user = { sub, email, email_verified, name: 'Somebody' };
  };
  const isProved = (name: string, email: string) =>
    services.app.db('users').where({ name }).update({ email, email_verified: true });

  test('joins no user unless the organization allows that', async () => {
    await isProved('carol', 'carol@acme.example');
    google('joins-1', 'carol@acme.example', true);
    expect((await signInWith(services, 'google')).body).toMatchObject({
      code: 'provider-email-taken',
      msg: expect.stringContaining('Sign in as this user'),
    });
    expect((await services.user('carol')).google).toBe('');
  });

  test('joins the user where the organization allows that, if both proved it', async () => {
    await services.change('organization', 'admin/acme', { linkByEmail: true });
    google('joins-2', 'carol@acme.example', false);
    const stranger = (await signInWith(services, 'google')).body;
    expect(stranger.data).toMatch(/^acme\/carol_[0-9a-f]{4}$/);
    expect((await services.user('carol')).google).toBe('');
    google('joins-3', 'Carol@acme.example', true);
    expect((await signInWith(services, 'google')).body.data).toBe('acme/carol');
    expect(await services.user('carol')).toMatchObject({ google: 'joins-3' });
  });

  test('joins no user who has not proved it, and no administrator', async () => {
    google('joins-4', 'alice@acme.example', true);
    expect((await signInWith(services, 'google')).body.code).toBe('provider-email-taken');
    await isProved('adam', 'adam@acme.example');
    google('joins-5', 'adam@acme.example', true);
    expect((await signInWith(services, 'google')).body.code).toBe('provider-email-taken');
    expect((await services.user('adam')).google).toBe('');
  });
});

test('S11 nobody signs up with a provider in the organization of the platform', async () => {
  await services.change('application', 'admin/app-built-in', { enableSignUp: true, providers: [{ name: 'google' }] });
  services.google.user = { sub: 'platform', email: 'platform@gmail.example', email_verified: true };
  const browser = browserAt(services.app);
  const back = await visitService(services, browser, { provider: 'google', application: 'app-built-in' });
  const form = { type: 'login', application: 'app-built-in', provider: 'google', ...back };
  expect((await browser.post('login', form)).body.code).toBe('provider-sign-up-closed');
});

test('a test shows what came back, and makes no user', async () => {
  services.github.user = { ...services.github.user, id: 500, login: 'probe', name: null };
  const { root } = services;
  const count = async () => Number((await services.app.db('users').count('* as n'))[0]?.n);
  const before = await count();
  const back = await visitService(services, root, { provider: 'github', purpose: 'test', application: '' });
  const { body } = await root.post('test-provider-sign-in', { ...back });
  expect(body).toMatchObject({
    data: { id: 500, login: 'probe' },
    data2: { id: '500', name: 'probe', displayName: 'probe', github: '500' },
  });
  expect(await count()).toBe(before);
  const adam = await as('adam');
  const begin = { provider: 'github', purpose: 'test' };
  expect((await adam.post('begin-provider-request', begin)).body.code).toBe('unauthorized');
});
