import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../api/passkeys/authenticator.ts';
import type { Client } from '../../harness/client.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, password } from '../../harness/world.ts';
import { createSamlWorld, follow, formIn, pageFor, type SamlWorld, signInOn, xmlOf } from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

const master = 'master-of-all-doors-9';
const names = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const [protectedPassword, plainPassword, unspecified] = ['PasswordProtectedTransport', 'Password', 'unspecified'].map(
  (name) => names + name,
);
const refeds = 'https://refeds.org/profile/mfa';
const microsoft = 'http://schemas.microsoft.com/claims/multipleauthn';

let world: SamlWorld;
let page = '';
const sessions: Record<string, Client> = {};

/** Signs a user in, before any service provider asks. */
async function session(form: object): Promise<Client> {
  const browser = world.app.client();
  const common = { type: 'login', application: 'shop', organization: 'acme' };
  const { body } = await browser.post('login', { ...common, ...form });
  expect(body).toMatchObject({ status: 'ok' });
  return browser;
}

async function bySecondFactor(): Promise<Client> {
  await add(world.root, 'user', { owner: 'acme', name: 'twice', displayName: 'Twice', password });
  const first = await session({ username: 'twice', password });
  const { secret, enrolment } = (await first.post('begin-factor')).body.data;
  const code = oneTimeCode(fromBase32(secret), new Date());
  const { data } = (await first.post('add-factor', { enrolment, code })).body;
  const browser = world.app.client();
  const common = { type: 'login', application: 'shop', organization: 'acme' };
  const { body } = await browser.post('login', { ...common, username: 'twice', password });
  expect(body.code).toBe('factor-required');
  const next = await browser.post('login', { ...common, factor: 'recovery', factorCode: data[0] });
  expect(next.body.status).toBe('ok');
  return browser;
}

async function byPasskey(): Promise<Client> {
  await add(world.root, 'user', { owner: 'acme', name: 'keeper', displayName: 'Keeper', password });
  const first = await session({ username: 'keeper', password });
  const key = createAuthenticator(world.app.url);
  const optionsOf = async (client: Client, step: string) =>
    ((await client.get(`webauthn/${step}/begin`, { application: 'shop' })).body as unknown as { publicKey: never })
      .publicKey;
  await first.post('webauthn/signup/finish', key.create(await optionsOf(first, 'signup')));
  const browser = world.app.client();
  const credential = JSON.stringify(key.get(await optionsOf(browser, 'signin')));
  const form = { type: 'login', application: 'shop', organization: 'acme', credential };
  expect((await browser.post('login', form)).body).toMatchObject({ status: 'ok' });
  return browser;
}

beforeAll(async () => {
  world = await createSamlWorld();
  page = `${world.app.url}/login/saml/authorize/admin/shop`;
  await world.change({ enableSigninSession: true, enableWebAuthn: true });
  // No user of this file needs an email.
  await world.serviceProvider({ nameIdFormat: 'persistent' });
  Object.assign(sessions, {
    'a password': await session({ username: 'alice', password }),
    'two factors': await bySecondFactor(),
    'a passkey': await byPasskey(),
  });
  const change = { masterPassword: master };
  const { body } = await world.root.post('update-organization', change, { query: { id: 'admin/acme' } });
  expect(body.status).toBe('ok');
  sessions['the master password'] = await session({ username: 'alice', password: master });
}, 120_000);
afterAll(() => world?.app.stop());

const asking = (classes: readonly string[], comparison: string) => {
  const list = classes.map((each) => `<saml:AuthnContextClassRef>${each}</saml:AuthnContextClassRef>`).join('');
  const said = comparison && ` Comparison="${comparison}"`;
  const inside = list && `<samlp:RequestedAuthnContext${said}>${list}</samlp:RequestedAuthnContext>`;
  return redirectTo(page, writeRequest(asked(page, { inside })));
};

const statusIn = (xml: string) => [...xml.matchAll(/status:(\w+)/g)].map(([, name]) => name).join(' ');

/** The class of the response to a session, or its status without one. Without a response, the page asks for more. */
async function answered(how: string, classes: readonly string[] = [], comparison = ''): Promise<string> {
  const { text, status } = await follow(sessions[how] as Client, asking(classes, comparison));
  if (status === 303) return 'page';
  const xml = xmlOf(formIn(text));
  return /<saml:AuthnContextClassRef[^>]*>([^<]*)</.exec(xml)?.[1] ?? /status:(No\w+)/.exec(xml)?.[1] ?? statusIn(xml);
}

test.each([
  ['a password', protectedPassword],
  ['two factors', refeds],
  ['a passkey', refeds],
  ['the master password', unspecified],
])('a sign-in with %s has the class %s', async (how, expected) => {
  expect(await answered(how)).toBe(expected);
});

const none = 'NoAuthnContext';
const comparisons: [
  comparison: string,
  asked: string | undefined,
  byPassword: unknown,
  byTwo: unknown,
  byMaster: unknown,
][] = [
  ['', protectedPassword, protectedPassword, refeds, none],
  ['exact', plainPassword, plainPassword, refeds, none],
  ['exact', refeds, 'page', refeds, 'page'],
  ['exact', microsoft, 'page', microsoft, 'page'],
  ['minimum', protectedPassword, protectedPassword, refeds, none],
  ['minimum', refeds, 'page', refeds, 'page'],
  ['better', protectedPassword, 'page', refeds, 'page'],
  ['maximum', protectedPassword, protectedPassword, none, unspecified],
  ['exact', `${names}X509`, none, none, none],
  ['minimum', `${names}Kerberos`, none, none, none],
];

describe.each(comparisons)('the comparison "%s" with %s', (comparison, wanted, ...expected) => {
  test('is judged by what the session proved', async () => {
    const found = [];
    for (const how of ['a password', 'two factors', 'the master password'])
      found.push(await answered(how, [String(wanted)], comparison));
    expect(found).toEqual(expected);
  });
});

test('one of several classes suffices', async () => {
  expect(await answered('a password', [refeds, protectedPassword as string])).toBe(protectedPassword);
  expect(await answered('two factors', [protectedPassword as string, microsoft])).toBe(microsoft);
});

test('S28 a password alone never answers a request for two factors: the user sets the second one up first', async () => {
  const browser = world.app.client();
  const query = await pageFor(browser, asking([refeds], 'exact'));
  const { body } = await signInOn(browser, query);
  expect(body).toMatchObject({ status: 'error', code: 'factor-enrol' });
  expect(JSON.stringify(body)).not.toContain('SAMLResponse');
});
