import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { type CasWorld, createCasWorld, service, textOf } from './cas-world.ts';

let world: CasWorld;
let other: TestApp;
beforeAll(async () => {
  world = await createCasWorld();
  other = await startApp({ databaseUrl: world.app.databaseUrl });
  await world.casApplication('wiki');
});
afterAll(async () => {
  await other?.stop();
  await world?.app.stop();
});

const browserHeaders = { Accept: 'text/html' };
const open = (client: Client, query: Record<string, string>, { name = 'wiki', headers = {} } = {}) =>
  client.get(`/cas/acme/${name}/login`, query, { headers: { ...browserHeaders, ...headers } });
const signedIn = async (name = 'wiki') => {
  const client = world.app.client();
  expect((await world.signIn(client, name)).body.status).toBe('ok');
  return client;
};
const isTicket = expect.stringMatching(/^https:\/\/wiki\.example\/page\?id=1&ticket=ST-[a-z0-9]+$/);

describe('POST /api/login with the type cas', () => {
  test('answers the ticket, and the address with it', async () => {
    const { body } = await world.signIn(world.app.client(), 'wiki');
    expect(body).toMatchObject({ status: 'ok', data: expect.stringMatching(/^ST-/) });
    expect(body.data2).toBe(`${service}&ticket=${body.data}`);
  });

  test('answers a form, if the service wants the ticket posted', async () => {
    const { body } = await world.signIn(world.app.client(), 'wiki', { service, method: 'POST' });
    expect(body.data2).toContain('action="https://wiki.example/page?id=1"');
    expect(body.data2).toContain(`name="ticket" value="${body.data}"`);
  });

  test('answers nothing without a service, and keeps the session', async () => {
    const client = world.app.client();
    expect((await world.signIn(client, 'wiki', {})).body).toMatchObject({ status: 'ok', data: '', data2: null });
    expect((await client.get('get-account')).body.name).toBe('alice');
  });

  test('gives a ticket that another replica validates', async () => {
    const ticket = await world.ticket('wiki');
    const { text } = await other.client().get('/cas/acme/wiki/serviceValidate', { ticket, service });
    expect(textOf(text, 'user')).toBe('alice');
  });

  test('refuses a wrong password, and a request without one', async () => {
    const client = world.app.client();
    const form = { type: 'cas', application: 'wiki', username: 'alice', password: 'wrong-wrong-wrong' };
    expect((await client.post('login', form, { query: { service } })).body.status).toBe('error');
    const empty = await client.post('login', { type: 'cas', application: 'wiki' }, { query: { service } });
    expect(empty.body).toMatchObject({ code: 'unknown-login-type' });
  });

  test.each([
    'https://wiki.example.evil.example/page',
    'https://wiki.example@evil.example/',
    'http://wiki.example/page',
    'https://wiki.example:8443/page',
    'https://wiki.example',
    String.raw`https://wiki.example/\evil`,
    'https://wiki.example/#a',
    'https://mail.example/inbox/other',
    'https://mail.example/inbox?x=1',
    'https://wiki.example/*\n',
    'javascript:alert(1)',
    '//wiki.example/page',
  ])('refuses the service %j, before anybody signs in (S34, S46)', async (wrong) => {
    const { body } = await world.signIn(world.app.client(), 'wiki', { service: wrong });
    expect(body).toMatchObject({ status: 'error', code: 'cas-service-unknown' });
    const page = await open(await signedIn(), { service: wrong, gateway: 'true' });
    expect(page.headers.get('location')).toBeNull();
    const asked = { type: 'cas', id: 'acme/wiki', service: wrong };
    expect((await world.app.client().get('get-app-login', asked)).body).toMatchObject({ code: 'cas-service-unknown' });
  });

  test('records a service that is not registered once at the application, without secrets', async () => {
    const wrong = 'https://wiki.example.evil.example/page?ticket=ST-secret&id=1';
    for (let time = 0; time < 2; time++)
      expect((await open(world.app.client(), { service: wrong })).headers.get('location')).toBeNull();
    const reason = 'cas-service-unknown #cas-service: https://wiki.example.evil.example/page?ticket=***&id=1';
    const asked = { application: 'admin/wiki', outcome: 'refused', field: 'reason', value: 'wiki.example.evil' };
    await vi.waitFor(async () => {
      const { data } = (await world.root.get('get-records', asked)).body;
      expect(data).toMatchObject([{ reason, organization: 'acme', action: 'cas/login', protocol: 'cas' }]);
    }, 20_000);
  });

  test('refuses a path that leads elsewhere', async () => {
    await world.casApplication('deep', { casServices: ['https://wiki.example/team/*'] });
    for (const path of ['team/../admin', 'team/%2e%2e/admin', 'team/..%2fadmin', 'team', 'teams/x'])
      expect(
        (await world.signIn(world.app.client(), 'deep', { service: `https://wiki.example/${path}` })).body,
      ).toMatchObject({
        code: 'cas-service-unknown',
      });
    const { body } = await world.signIn(world.app.client(), 'deep', { service: 'https://wiki.example/team/a?b=../c' });
    expect(body.status).toBe('ok');
  });

  test('S34 35.15 refuses path parameters and encoded dots below a path, in whatever way they are written', async () => {
    await world.casApplication('below', { casServices: ['https://wiki.example/team/*'] });
    const parts = [
      '..;/admin',
      'a;x=1/b',
      ';/../admin',
      '..%3b/admin',
      '%2e/a',
      '%2E%2e/admin',
      '.%2e;/admin',
      '%252e%252e/admin',
    ];
    for (const path of [...parts, 'a/%25252e', '..%255cadmin'])
      expect(
        (await world.signIn(world.app.client(), 'below', { service: `https://wiki.example/team/${path}` })).body,
        path,
      ).toMatchObject({ code: 'cas-service-unknown' });
    for (const path of ['a.b/c?next=%2e%2e;x', 'caf%C3%A9%20x'])
      expect(
        (await world.signIn(world.app.client(), 'below', { service: `https://wiki.example/team/${path}` })).body.status,
      ).toBe('ok');
  });

  test('refuses an application that does not use CAS, or is of another organization', async () => {
    await world.application('plain');
    expect((await world.signIn(world.app.client(), 'plain')).body).toMatchObject({ code: 'cas-off' });
    const foreign = { type: 'cas', id: 'built-in/wiki', service };
    expect((await world.app.client().get('get-app-login', foreign)).body).toMatchObject({ code: 'not-found' });
  });
});

describe('the address of the sign-in page', () => {
  test('shows a visitor the page', async () => {
    const { status, headers, text } = await open(world.app.client(), { service });
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(text).toContain('id="root"');
  });

  test('sends a user of a session back with a ticket, without a page', async () => {
    const client = await signedIn();
    const { status, headers } = await open(client, { service });
    expect([status, headers.get('location')]).toEqual([302, isTicket]);
    const ticket = String(headers.get('location')).split('ticket=')[1] as string;
    const { text } = await world.ask('wiki', 'p3/serviceValidate', { ticket, service });
    expect([textOf(text, 'user'), textOf(text, 'isFromNewLogin')]).toEqual(['alice', 'false']);
    const [record] = await world.app.db('records').where({ user: 'alice', action: 'login', reason: 'session' });
    expect(record).toMatchObject({ object: 'application admin/wiki' });
  });

  test('posts the ticket, if the service wants that', async () => {
    const { status, text, headers } = await open(await signedIn(), { service, method: 'POST' });
    expect(status).toBe(200);
    expect(text).toContain('action="https://wiki.example/page?id=1"');
    expect(text).toMatch(/name="ticket" value="ST-[a-z0-9]+"/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('shows the page to a user whose service wants a new proof, with gateway too', async () => {
    const client = await signedIn();
    for (const query of [{ renew: 'true' }, { renew: 'true', gateway: 'true' }])
      expect((await open(client, { service, ...query })).status).toBe(200);
    const again = await client.post(
      'login',
      { type: 'cas', application: 'wiki' },
      { query: { service, renew: 'true' } },
    );
    expect(again.body).toMatchObject({ code: 'sign-in-first' });
    expect((await world.signIn(client, 'wiki', { service, renew: 'true' })).body.status).toBe('ok');
  });

  test('with gateway sends everybody back: a visitor without a ticket, a user with one', async () => {
    const visitor = await open(world.app.client(), { service, gateway: 'true' });
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, service]);
    const user = await open(await signedIn(), { service, gateway: 'true' });
    expect(user.headers.get('location')).toEqual(isTicket);
  });

  test('35.24 shows the page to a user of the organization where the application has no single sign-on session', async () => {
    await world.casApplication('alone', { enableSigninSession: false });
    const client = await signedIn();
    expect((await open(client, { service }, { name: 'alone' })).headers.get('location')).toBeNull();
    const pressed = { type: 'cas', application: 'alone', account: 'acme/alice' };
    expect((await client.post('login', pressed, { query: { service } })).body.data2).toEqual(isTicket);
    const { headers } = await open(client, { service, gateway: 'true' }, { name: 'alone' });
    expect(headers.get('location')).toEqual(isTicket);
  });

  test('gives no ticket to a picture, and none to a user of another organization (S19)', async () => {
    const client = await signedIn();
    const picture = await open(client, { service }, { headers: { 'Sec-Fetch-Dest': 'image' } });
    expect(picture.headers.get('location')).toBeNull();
    await world.root.post('add-organization', { owner: 'admin', name: 'beta', displayName: 'Beta' });
    await world.root.post('add-user', { owner: 'beta', name: 'alice', displayName: 'Other', password });
    const stranger = await world.app.signedIn('beta', 'alice', password);
    const { status, headers } = await open(stranger, { service });
    expect([status, headers.get('location')]).toEqual([200, null]);
  });
});

describe('the steps of sign-in hold', () => {
  test('S46 an answer makes no older proof new for a service that wants a new one', async () => {
    await world.casApplication('fresh', { requireConsent: true });
    const agree = (client: Client) =>
      client.post('login', { type: 'cas', application: 'fresh', consent: true }, { query: { service, renew: 'true' } });
    const client = world.app.client();
    expect((await world.signIn(client, 'fresh', { service, renew: 'true' })).body.code).toBe('consent-required');
    expect((await agree(client)).body).toMatchObject({ status: 'ok', data: expect.stringMatching(/^ST-/) });
    // It has given its ticket.
    expect((await agree(client)).body.code).toBe('sign-in-first');
    const again = await world.signIn(client, 'fresh', { service, renew: 'true' });
    expect(again.body.status).toBe('ok');
    expect((await agree(client)).body.code).toBe('sign-in-first');
    // The proof is one at another application.
    expect((await agree(await signedIn())).body.code).toBe('sign-in-first');
  });

  test('a second factor that the application asks for comes before a ticket (S28)', async () => {
    await world.casApplication('strict', { secondFactor: 'everyone' } as never);
    const client = await signedIn();
    const { status, headers } = await open(client, { service, gateway: 'true' }, { name: 'strict' });
    expect([status, headers.get('location')]).toEqual([302, service]);
    const form = { type: 'cas', application: 'strict' };
    expect((await client.post('login', form, { query: { service } })).body.code).toMatch(/^factor-/);
    expect((await world.signIn(world.app.client(), 'strict')).body.code).toMatch(/^factor-/);
  });

  test('consent comes before a ticket, and the service gets what the user agreed to', async () => {
    await world.casApplication('asking', { requireConsent: true });
    const client = world.app.client();
    const scopes = ['profile', 'email', 'phone', 'address'];
    expect((await world.signIn(client, 'asking')).body).toMatchObject({ code: 'consent-required', data: { scopes } });
    const answer = (consent: boolean) =>
      client.post('login', { type: 'cas', application: 'asking', consent }, { query: { service } });
    expect((await answer(false)).body).toMatchObject({ status: 'ok', data: '', data2: service });
    expect((await world.signIn(client, 'asking', { service, renew: 'true' })).body.code).toBe('consent-required');
    const { body } = await client.post(
      'login',
      { type: 'cas', application: 'asking', consent: true },
      { query: { service, renew: 'true' } },
    );
    const { text } = await world.ask('asking', 'p3/serviceValidate', {
      ticket: String(body.data),
      service,
      renew: 'true',
    });
    expect([textOf(text, 'user'), textOf(text, 'email')]).toEqual(['alice', 'alice@acme.example']);
    expect((await open(client, { service }, { name: 'asking' })).headers.get('location')).toEqual(isTicket);
  });
});
