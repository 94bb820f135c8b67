import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newKey } from '../../services/saml/idp/keys.ts';
import { acs, createSamlWorld, pageFor, type SamlWorld, signInOn } from './world.ts';
import { type Asked, asked, redirectTo, signed, writeRequest } from './write-request.ts';

let world: SamlWorld;
let page = '';
beforeAll(async () => {
  world = await createSamlWorld();
  page = `${world.app.url}/login/saml/authorize/admin/shop`;
});
afterAll(() => world.app.stop());

/** The page that a browser gets for an address. */
async function at(address: string) {
  const { pathname, search } = new URL(address);
  const { status, text, headers } = await world.app.client().get(pathname + search);
  return { status, text, location: headers.get('location') ?? '' };
}

/** A form that another site posts. */
async function postRequest(xml: string, more: Record<string, string> = {}) {
  const response = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: 'https://sp.example', 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), ...more }),
  });
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
}

const asks = (own: Partial<Asked> = {}) => writeRequest(asked(page, own));
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** No form, no response, and nowhere to go. */
function expectPage(answer: Awaited<ReturnType<typeof at>>, reason: string | RegExp) {
  expect(answer.status).toBe(400);
  expect(answer.text).toMatch(reason);
  expect(answer.text).not.toContain('SAMLResponse');
  expect(answer.text).not.toContain('<form');
  expect(answer.location).toBe('');
}

const wrong: [string, () => string, string | RegExp][] = [
  ['of a service provider that is not registered', () => asks({ issuer: 'https://evil.example' }), 'not registered'],
  ['for another address', () => asks({ acs: 'https://evil.example/acs' }), 'not registered: https://evil.example/acs'],
  ['for an address that begins like the registered one', () => asks({ acs: `${acs}/../evil` }), 'not registered'],
  [
    'for an index that nobody has',
    () => asks({ acs: '', attributes: ' AssertionConsumerServiceIndex="7"' }),
    'index 7',
  ],
  ['for another destination', () => asks({ destination: 'https://other.example/sso' }), 'another destination'],
  ['that is hours old', () => asks({ issueInstant: hoursAgo(2) }), 'too old'],
  ['from the future', () => asks({ issueInstant: hoursAgo(-2) }), 'too old'],
  ['of another version', () => asks({ version: '1.1' }), 'another version'],
  [
    'for another binding',
    () => asks({ attributes: ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:PAOS"' }),
    'another binding',
  ],
  [
    'that names a subject',
    () => asks({ inside: '<saml:Subject><saml:NameID>root</saml:NameID></saml:Subject>' }),
    'subject',
  ],
  [
    'that asks for the id of another service provider',
    () => asks({ inside: '<samlp:NameIDPolicy SPNameQualifier="https://other.example"/>' }),
    'another service provider',
  ],
  ['with an unknown element', () => asks({ inside: '<samlp:Evil/>' }), 'schema'],
  ['with an unknown attribute', () => asks({ attributes: ' Evil="1"' }), 'Evil'],
  ['with a document type', () => `<!DOCTYPE r [<!ENTITY x "y">]>${asks()}`, 'document type'],
  [
    'with an entity of a file',
    () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${asks({ issuer: '&x;' })}`,
    'document type',
  ],
  ['with an instruction', () => `${asks()}<?php evil ?>`, 'instruction'],
  ['with CDATA', () => asks({ issuer: '<![CDATA[https://sp.example]]>' }), 'document type'],
  ['that is no request', () => asks().replaceAll('AuthnRequest', 'ArtifactResolve'), /ArtifactResolve|no AuthnRequest/],
  ['that is no XML', () => 'hello', /malformed|empty|inflated/],
  [
    'of elements without end',
    () => asks({ inside: `<samlp:Extensions>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</samlp:Extensions>` }),
    'deep',
  ],
];

describe('S46 a request gets a page, and never a response,', () => {
  test.each(wrong)('if it is one %s', async (_name, xml, reason) => {
    expectPage(await at(redirectTo(page, xml())), reason);
    expectPage(await postRequest(xml()), reason);
  });

  test('if it grows to a megabyte when it is inflated', async () => {
    const bomb = deflateRawSync(`${asks()}${' '.repeat(4_000_000)}`).toString('base64');
    expectPage(await at(`${page}?SAMLRequest=${encodeURIComponent(bomb)}`), 'inflated');
  });

  test('if it is not in base64, or not in UTF-8', async () => {
    expectPage(await at(`${page}?SAMLRequest=${encodeURIComponent('<xml>')}`), 'base64');
    const latin = deflateRawSync(Buffer.from([0x3c, 0xe4, 0x3e])).toString('base64');
    expectPage(await at(`${page}?SAMLRequest=${encodeURIComponent(latin)}`), 'UTF-8');
  });

  test('if the application does not exist or is off', async () => {
    expectPage(await at(redirectTo(page.replace('shop', 'nothing'), asks())), 'nothing');
    await world.change({ isEnabled: false });
    expectPage(await at(redirectTo(page, asks())), /./);
    await world.change({ isEnabled: true });
  });

  test.each([
    ['saml-service-unknown', { issuer: 'https://evil.example' }, 'The service provider is not registered'],
    ['saml-request-refused', { acs: 'https://evil.example/acs' }, 'The request of the service provider is not valid'],
  ])('and the page leads to the paragraph %s of the guide', async (code, own, heading) => {
    const { text } = await at(redirectTo(page, asks(own)));
    expect(text).toContain(`href="/docs/errors/${code}"`);
    expect(text).toContain(`<h2>${heading}</h2>`);
  });

  test('and the refusal is recorded for the application', async () => {
    expectPage(await at(redirectTo(page, asks({ issuer: 'https://recorded.example' }))), 'not registered');
    const reason = 'saml-service-unknown #saml-service: https://recorded.example';
    const rows = () => world.app.db('records').where({ object: 'application admin/shop', reason, outcome: 'refused' });
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ action: 'login', organization: 'acme' }]),
      20_000,
    );
    // The same again is counted, not written.
    expectPage(await at(redirectTo(page, asks({ issuer: 'https://recorded.example' }))), 'not registered');
    expectPage(await at(redirectTo(page, asks({ issuer: 'https://other.example' }))), 'not registered');
    const other = { reason: 'saml-service-unknown #saml-service: https://other.example' };
    await vi.waitFor(async () => expect(await world.app.db('records').where(other)).toHaveLength(1));
    expect(await rows()).toHaveLength(1);
  });
});

test('S46 each mistake of a request is recorded for the application, under one name and without secrets', async () => {
  const mistakes: [string, string][] = [
    [asks({ issueInstant: hoursAgo(3) }), 'the message is too old'],
    [asks({ destination: 'https://other.example/sso' }), 'the message has another destination'],
    [asks({ acs: 'https://new.example/acs?token=abc' }), 'not registered: https://new.example/acs?token=***'],
  ];
  for (const [xml] of mistakes) expectPage(await at(redirectTo(page, xml)), /./);
  const query = { application: 'admin/shop', outcome: 'refused', field: 'reason', value: '#saml-request' };
  await vi.waitFor(async () => {
    const { data } = (await world.root.get('get-records', query)).body;
    const reasons = (data as { reason: string }[]).map(({ reason }) => reason);
    for (const [, told] of mistakes)
      expect(reasons.filter((each) => each.includes(told))).toEqual([
        expect.stringMatching(/^saml-request-refused #saml-request: /),
      ]);
    expect(JSON.stringify(reasons)).not.toContain('token=abc');
  }, 20_000);
});

describe('where a service provider must sign its requests,', () => {
  beforeAll(() => world.serviceProvider({ certificates: world.key.certificate, requireSignedRequests: true }));
  afterAll(() => world.serviceProvider({}));

  test('a signed request leads to the sign-in page, by an address and by a form', async () => {
    for (const answer of [
      await at(redirectTo(page, asks(), { key: world.key, relayState: 'a b' })),
      await postRequest(signed(asks(), world.key)),
    ])
      expect(answer).toMatchObject({ status: 303 });
  });

  test('S46 unsigned ones get a page', async () => {
    expectPage(await at(redirectTo(page, asks())), 'not signed');
    expectPage(await postRequest(asks()), 'not signed');
  });

  test('S46 those of another key get a page', async () => {
    const other = await newKey();
    expectPage(await at(redirectTo(page, asks(), { key: other })), 'does not match');
    expectPage(await postRequest(signed(asks(), other)), 'does not match');
  });

  test('S46 those with SHA-1 get a page', async () => {
    expectPage(await at(redirectTo(page, asks(), { key: world.key, algorithm: 'sha1' })), 'not allowed');
    expectPage(await postRequest(signed(asks(), world.key, 'sha1')), 'not allowed');
  });

  test('S46 a changed RelayState or request breaks the signature', async () => {
    const address = redirectTo(page, asks(), { key: world.key, relayState: 'mine' });
    expectPage(await at(address.replace('RelayState=mine', 'RelayState=yours')), 'does not match');
    const twice = await at(`${address}&RelayState=yours`);
    expect(twice).toMatchObject({ location: '', text: expect.stringContaining('repeated-parameter') });
    const unsigned = redirectTo(page, asks(), { key: world.key });
    for (const hidden of ['Relay%53tate=yours', 'RelayStat%65=yours', '%52elayState=yours'])
      expectPage(await at(`${unsigned}&${hidden}`), 'encoded');
    expectPage(
      await postRequest(signed(asks(), world.key).replace('<saml:Issuer>', '<saml:Issuer> ')),
      'does not match',
    );
  });

  test('S46 a signed request without a destination gets a page', async () => {
    expectPage(await at(redirectTo(page, asks({ destination: '' }), { key: world.key })), 'another destination');
  });

  test('S46 a program that posts an unsigned request to /api/login gets no response', async () => {
    const { body } = await world.app.client().post('login', {
      ...{ type: 'saml', application: 'shop', organization: 'acme', username: 'alice' },
      samlRequest: Buffer.from(asks()).toString('base64'),
    });
    expect(body).toMatchObject({ status: 'error', code: 'saml-request-refused' });
  });
});

test('S46 a request that somebody changed in our own address is refused', async () => {
  const browser = world.app.client();
  const { saml = '' } = await pageFor(browser, redirectTo(page, asks()));
  const changed = `${saml.slice(0, -4)}AAAA`;
  expect((await signInOn(browser, { saml: changed })).body.code).toBe('saml-request-unknown');
});

test('S46 a service provider that left the application meanwhile gets no response', async () => {
  const browser = world.app.client();
  const query = await pageFor(browser, redirectTo(page, asks()));
  await world.change({ samlServiceProviders: [] });
  expect((await signInOn(browser, query)).body.code).toBe('saml-service-unknown');
  await world.serviceProvider({ acsUrls: ['https://sp.example/other'] });
  expect((await signInOn(browser, query)).body.code).toBe('saml-request-unknown');
  await world.serviceProvider({});
});
