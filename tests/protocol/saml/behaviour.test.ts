import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { createSamlWorld, follow, formIn, pageFor, type SamlWorld, signInOn, visit, xmlOf } from './world.ts';
import { type Asked, asked, redirectTo, writeRequest } from './write-request.ts';

let world: SamlWorld;
let page = '';
beforeAll(async () => {
  world = await createSamlWorld();
  page = `${world.app.url}/login/saml/authorize/admin/shop`;
  await world.change({ enableSigninSession: true });
});
afterAll(() => world.app.stop());

const to = (own: Partial<Asked> = {}) => redirectTo(page, writeRequest(asked(page, own)));
const policy = (format: string) => ({ inside: `<samlp:NameIDPolicy Format="${format}"/>` });
const classes = (...names: string[]) => ({
  inside: `<samlp:RequestedAuthnContext>${names.map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`).join('')}</samlp:RequestedAuthnContext>`,
});
const status = (xml: string) => [...xml.matchAll(/status:(\w+)/g)].map(([, name]) => name);
const textOf = (xml: string, name: string) => new RegExp(`<saml:${name}[^>]*>([^<]*)<`).exec(xml)?.[1] ?? '';
const passwordClass = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

describe('IsPassive', () => {
  test('without a session, the service provider learns that nobody may be asked', async () => {
    const { text } = await follow(world.app.client(), to({ attributes: ' IsPassive="true"' }));
    const xml = xmlOf(formIn(text));
    expect(status(xml)).toEqual(['Responder', 'NoPassive']);
    expect(xml).not.toContain('Assertion ');
  });

  test('with a session, the user is signed in', async () => {
    const browser = world.app.client();
    await visit(browser, to());
    const { text } = await follow(browser, to({ attributes: ' IsPassive="1"' }));
    expect(status(xmlOf(formIn(text)))).toEqual(['Success']);
  });
});

test('35.24 an application without a single sign-on session shows the page, unless nobody may be asked', async () => {
  const browser = await world.app.signedIn('acme', 'alice', password);
  await world.change({ enableSigninSession: false });
  const query = await pageFor(browser, to());
  const pressed = { type: 'saml', application: 'shop', account: 'acme/alice' };
  const { body } = await browser.post('login', pressed, { query: { saml: query.saml ?? '' } });
  expect(status(xmlOf(formIn(body.data2)))).toEqual(['Success']);
  const { text } = await follow(browser, to({ attributes: ' IsPassive="true"' }));
  expect(status(xmlOf(formIn(text)))).toEqual(['Success']);
  await world.change({ enableSigninSession: true });
});

test('S28 with ForceAuthn a session does not suffice, and a new password does', async () => {
  const browser = world.app.client();
  await visit(browser, to());
  const forced = to({ attributes: ' ForceAuthn="true"' });
  const query = await pageFor(browser, forced);
  expect(query.prompt).toBe('login');
  const again = await browser.post(
    'login',
    { type: 'saml', application: 'shop' },
    { query: { saml: query.saml ?? '' } },
  );
  expect(again.body.code).toBe('sign-in-first');
  const { body } = await signInOn(browser, query);
  expect(status(xmlOf(formIn(String(body.data2))))).toEqual(['Success']);
});

describe('the id of a user', () => {
  test('is another persistent one at each service provider, and always the same there', async () => {
    await world.application('desk', {
      samlServiceProviders: [{ entityId: 'https://desk.example', acsUrls: ['https://desk.example/acs'] }] as never,
    });
    const desk = `${world.app.url}/login/saml/authorize/admin/desk`;
    const persistent = policy('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent');
    const at = async (address: string) => textOf(xmlOf(await visit(world.app.client(), address)), 'NameID');
    const first = await at(to(persistent));
    expect(await at(to(persistent))).toBe(first);
    const other = { issuer: 'https://desk.example', acs: 'https://desk.example/acs', ...persistent };
    expect(await at(redirectTo(desk, writeRequest(asked(desk, other))))).not.toBe(first);
    expect(first).not.toContain('alice');
  });

  test('is a transient one each time', async () => {
    const transient = policy('urn:oasis:names:tc:SAML:2.0:nameid-format:transient');
    const at = async () => textOf(xmlOf(await visit(world.app.client(), to(transient))), 'NameID');
    expect(await at()).not.toBe(await at());
  });

  test('of a format that nobody has here is refused with a status', async () => {
    const form = await visit(world.app.client(), to(policy('urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos')));
    expect(status(xmlOf(form))).toEqual(['Requester', 'InvalidNameIDPolicy']);
  });

  test('is the user name where the service provider wants no format', async () => {
    await world.serviceProvider({ nameIdFormat: 'unspecified' });
    expect(textOf(xmlOf(await visit(world.app.client(), to())), 'NameID')).toBe('alice');
    await world.serviceProvider({});
  });
});

describe('the class of a sign-in', () => {
  test('is that of a password', async () => {
    expect(textOf(xmlOf(await visit(world.app.client(), to())), 'AuthnContextClassRef')).toBe(passwordClass);
    const form = await visit(world.app.client(), to(classes(passwordClass)));
    expect(textOf(xmlOf(form), 'AuthnContextClassRef')).toBe(passwordClass);
  });

  test('that nobody can prove here is refused with a status', async () => {
    const form = await visit(world.app.client(), to(classes('urn:oasis:names:tc:SAML:2.0:ac:classes:X509')));
    expect(status(xmlOf(form))).toEqual(['Responder', 'NoAuthnContext']);
  });

  test('S28 of two factors is never given for one', async () => {
    const browser = world.app.client();
    const query = await pageFor(browser, to(classes('https://refeds.org/profile/mfa')));
    const { body } = await signInOn(browser, query);
    expect(body).toMatchObject({ status: 'error', code: 'factor-enrol' });
  });
});

test('an application that asks for consent asks before its service provider learns anything', async () => {
  await world.change({ requireConsent: true });
  const browser = world.app.client();
  const query = await pageFor(browser, to());
  expect((await signInOn(browser, query)).body).toMatchObject({
    code: 'consent-required',
    data: { scopes: ['profile', 'email'] },
  });
  const say = (consent: boolean, saml = query.saml ?? '') =>
    browser.post('login', { type: 'saml', application: 'shop', consent }, { query: { saml } });
  const refused = formIn(String((await say(false)).body.data2));
  expect(status(xmlOf(refused))).toEqual(['Responder', 'RequestDenied']);
  const agreed = formIn(String((await say(true)).body.data2));
  expect(status(xmlOf(agreed))).toEqual(['Success']);
  const { text } = await follow(browser, to());
  expect(status(xmlOf(formIn(text)))).toEqual(['Success']);
  await world.change({ requireConsent: false });
});

test('a program gets the response and its destination from /api/login, by the checks of the page', async () => {
  const samlRequest = Buffer.from(writeRequest(asked(page))).toString('base64');
  const proof = { type: 'saml', application: 'shop', organization: 'acme', username: 'alice', password };
  const { body } = await world.app.client().post('login', { ...proof, samlRequest });
  expect(body).toMatchObject({ status: 'ok', data2: 'https://sp.example/acs' });
  expect(status(Buffer.from(body.data, 'base64').toString())).toEqual(['Success']);
  const wrong = Buffer.from(writeRequest(asked(page, { acs: 'https://evil.example' }))).toString('base64');
  const refused = await world.app.client().post('login', { ...proof, samlRequest: wrong });
  expect(refused.body).toMatchObject({ status: 'error', code: 'saml-request-refused' });
});

test('users of another organization are not signed in', async () => {
  await add(world.root, 'organization', { name: 'beta', displayName: 'Beta' });
  await add(world.root, 'user', { owner: 'beta', name: 'bob', displayName: 'Bob', email: 'b@beta.example', password });
  const browser = await world.app.signedIn('beta', 'bob', password);
  const query = await pageFor(browser, to());
  const body = { type: 'saml', application: 'shop', account: 'beta/bob' };
  expect((await browser.post('login', body, { query: { saml: query.saml ?? '' } })).body.code).toBe('unauthorized');
});

test('an address for responses is chosen by its index', async () => {
  await world.serviceProvider({ acsUrls: ['https://sp.example/acs', 'https://sp.example/second'] });
  const form = await visit(world.app.client(), to({ acs: '', attributes: ' AssertionConsumerServiceIndex="1"' }));
  expect(form.action).toBe('https://sp.example/second');
  expect((await visit(world.app.client(), to({ acs: '' }))).action).toBe('https://sp.example/acs');
  await world.serviceProvider({});
});
