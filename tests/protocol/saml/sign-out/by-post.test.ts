import { randomBytes } from 'node:crypto';
import { type SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../harness/client.ts';
import { type Key, newKey } from '../../../services/saml/idp/keys.ts';
import { createSamlWorld, entityId, formIn, type Posted, type SamlWorld, visit, xmlOf } from '../world.ts';
import { signed } from '../write-request.ts';

const slo = 'https://sp.example/slo?tenant=1&by=post';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const names = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

let world: SamlWorld;
let page = '';
let saml: SAML;
beforeAll(async () => {
  world = await createSamlWorld();
  page = '/login/saml/logout/admin/shop';
  const certificates = world.key.certificate;
  await world.change({ enableSigninSession: true });
  await world.serviceProvider({ certificates, requireSignedRequests: true, sloUrl: slo, sloBinding: 'POST' });
  saml = await world.library({ privateKey: world.key.privateKey, signatureAlgorithm: 'sha256', logoutUrl: page });
}, 120_000);
afterAll(() => world?.app.stop());

const newId = () => `_${randomBytes(16).toString('hex')}`;
const head = (own: { id: string; destination?: string; at?: Date }) =>
  `${names} ID="${own.id}" Version="2.0" IssueInstant="${(own.at ?? new Date()).toISOString()}" Destination="${own.destination ?? world.app.url + page}"`;
const issuer = `<saml:Issuer>${entityId}</saml:Issuer>`;

interface Session {
  nameID: string;
  sessionIndex?: string | undefined;
}

const request = ({ nameID, sessionIndex }: Session, own: { id?: string; destination?: string; at?: Date } = {}) =>
  `<samlp:LogoutRequest ${head({ id: newId(), ...own })}>${issuer}<saml:NameID>${nameID}</saml:NameID><samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex></samlp:LogoutRequest>`;

const response = (to: string, { code = success, inside = '' } = {}) =>
  `<samlp:LogoutResponse ${head({ id: newId() })} InResponseTo="${to}">${issuer}<samlp:Status><samlp:StatusCode Value="${code}">${inside}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;

/** Posts a message as the page of a service provider does. */
async function post(browser: Client, fields: Record<string, string>) {
  const { status, text, headers } = await browser.post(page, new URLSearchParams(fields), {
    headers: { Origin: 'https://sp.example', 'Sec-Fetch-Site': 'cross-site' },
  });
  return { status, text, location: headers.get('location') };
}

const base64 = (xml: string) => Buffer.from(xml).toString('base64');
const sign = (xml: string, key: Key = world.key) => base64(signed(xml, key));
const isSignedIn = async (browser: Client) => (await browser.get('get-account')).body.status === 'ok';
const valueIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

/** A browser in a session at the service provider. */
async function signedIn() {
  const browser = world.app.client();
  const form: Posted = await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: form.SAMLResponse });
  return { browser, session: profile as unknown as Session };
}

/** The request that Doorwright posts to the service provider, after a sign-out that began here. */
async function told() {
  const { browser, session } = await signedIn();
  const { body } = await browser.post('logout', {});
  const { text } = await browser.get(body.data2);
  const SAMLRequest = valueIn(text, 'SAMLRequest');
  const id = /ID="([^"]+)"/.exec(Buffer.from(SAMLRequest, 'base64').toString())?.[1] ?? '';
  return { browser, session, text, SAMLRequest, id, RelayState: valueIn(text, 'RelayState') };
}

describe('a sign-out by posted forms', () => {
  test('begins at the service provider, which gets a signed answer with its RelayState', async () => {
    const { browser, session } = await signedIn();
    const id = newId();
    const RelayState = 'it is "mine" & <yours>';
    const { status, text } = await post(browser, { SAMLRequest: sign(request(session, { id })), RelayState });
    expect(status).toBe(200);
    const form = formIn(text);
    expect([form.action, form.RelayState]).toEqual([slo, RelayState]);
    // The library did not write this request, so it does not wait for its answer.
    const reader = await world.library({ validateInResponseTo: ValidateInResponseTo.never });
    const { SAMLResponse } = form;
    expect(await reader.validatePostResponseAsync({ SAMLResponse })).toMatchObject({ loggedOut: true });
    const xml = xmlOf(form);
    expect(xml).toContain(`InResponseTo="${id}"`);
    expect(xml).toContain(`Destination="${slo.replace('&', '&amp;')}"`);
    expect(xml).toMatch(/<(\w+:)?Signature[ >]/);
    expect(xml).not.toContain('PartialLogout');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('begins here, and the posted answer leads to our page, once', async () => {
    const { browser, session, text, SAMLRequest, id, RelayState } = await told();
    expect(formIn(text).action).toBe(slo);
    const asked = await saml.validatePostRequestAsync({ SAMLRequest });
    expect(asked.profile).toMatchObject({ nameID: session.nameID, sessionIndex: session.sessionIndex });
    const answer = { SAMLResponse: sign(response(id)), RelayState };
    expect(await post(browser, answer)).toMatchObject({ status: 303, location: '/logout' });
    expect(await post(browser, answer)).toMatchObject({ status: 400, text: expect.stringContaining('is over') });
  });

  test('goes on after an answer that says that something failed', async () => {
    const { browser, id, RelayState } = await told();
    const code = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
    expect(await post(browser, { SAMLResponse: sign(response(id, { code })), RelayState })).toMatchObject({
      status: 303,
      location: '/logout',
    });
  });
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

const wrongRequests: [string, (session: Session) => string | Promise<string>, RegExp][] = [
  ['without a signature', (session) => base64(request(session)), /not signed/],
  [
    'with the signature of another key',
    async (session) => sign(request(session), await newKey()),
    /not valid|does not match|signature/,
  ],
  ['signed with SHA-1', (session) => base64(signed(request(session), world.key, 'sha1')), /not allowed|algorithm/i],
  [
    'for another destination',
    (session) => sign(request(session, { destination: 'https://other.example/slo' })),
    /another destination/,
  ],
  ['that is old', (session) => sign(request(session, { at: minutes(-30) })), /too old/],
  ['from the future', (session) => sign(request(session, { at: minutes(30) })), /too old/],
  [
    'whose end is over',
    (session) => sign(request(session).replace(' Version=', ` NotOnOrAfter="${minutes(-1).toISOString()}" Version=`)),
    /has expired/,
  ],
  ['of another version', (session) => sign(request(session).replace('"2.0"', '"1.1"')), /another version/],
  ['of a stranger', (session) => sign(request(session).replace(entityId, 'https://evil.example')), /not registered/],
  [
    'without a name',
    (session) => sign(request(session).replace(/<saml:NameID>.*<\/saml:NameID>/, '')),
    /break the schema/,
  ],
  [
    'of another kind',
    (session) => sign(request(session).replaceAll('LogoutRequest', 'AuthnRequest')),
    /no LogoutRequest/,
  ],
  [
    'whose text changed after the signature',
    (session) =>
      base64(signed(request({ ...session, nameID: 'bob@acme.example' }), world.key).replace('bob@', 'alice@')),
    /signature|does not match|changed/i,
  ],
  ['that is no XML', () => base64('<samlp:LogoutRequest'), /is not valid/],
  [
    'with an entity',
    (session) => base64(`<!DOCTYPE r [<!ENTITY e "x">]>${signed(request(session), world.key)}`),
    /is not valid/,
  ],
];

describe('S46 a posted LogoutRequest ends nothing', () => {
  test.each(wrongRequests)('%s', async (_how, write, reason) => {
    const { browser, session } = await signedIn();
    const { status, text, location } = await post(browser, { SAMLRequest: await write(session), RelayState: 'mine' });
    expect([status, location]).toEqual([400, null]);
    expect(text).toMatch(reason);
    expect(text).not.toContain('SAMLResponse');
    expect(await isSignedIn(browser)).toBe(true);
  });
});

const wrongResponses: [string, (id: string) => string | Promise<string>][] = [
  ['without a signature', (id) => base64(response(id))],
  ['with the signature of another key', async (id) => sign(response(id), await newKey())],
  ['to another request', () => sign(response(newId()))],
  ['of a stranger', (id) => sign(response(id).replace(entityId, 'https://evil.example'))],
  ['for another destination', (id) => sign(response(id).replace(world.app.url, 'https://other.example'))],
];

describe('S46 a posted LogoutResponse leads nowhere', () => {
  test.each(wrongResponses)('%s', async (_how, write) => {
    const { browser, id, RelayState } = await told();
    const answer = await post(browser, { SAMLResponse: await write(id), RelayState });
    expect([answer.status, answer.location]).toEqual([400, null]);
  });

  test('with the RelayState of nobody', async () => {
    const { browser, id } = await told();
    expect((await post(browser, { SAMLResponse: sign(response(id)), RelayState: 'guessed' })).status).toBe(400);
  });
});
