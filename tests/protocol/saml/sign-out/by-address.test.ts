import { createSign, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answered, Client } from '../../../harness/client.ts';
import { type Key, newKey } from '../../../services/saml/idp/keys.ts';
import { entityId } from '../world.ts';
import { createSignOutWorld, isSignedIn, next, type SignOutWorld } from './world.ts';

let world: SignOutWorld;
let stranger: Key;
beforeAll(async () => {
  world = await createSignOutWorld();
  stranger = await newKey();
}, 120_000);
afterAll(() => world?.app.stop());

const names = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const newId = () => `_${randomBytes(16).toString('hex')}`;
const head = () =>
  `${names} ID="${newId()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${world.leaving('shop')}"`;
const issuer = `<saml:Issuer>${entityId}</saml:Issuer>`;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const requestFor = (index: string) =>
  `<samlp:LogoutRequest ${head()}>${issuer}<saml:NameID>alice@acme.example</saml:NameID><samlp:SessionIndex>${index}</samlp:SessionIndex></samlp:LogoutRequest>`;
const responseTo = (id: string) =>
  `<samlp:LogoutResponse ${head()} InResponseTo="${id}">${issuer}<samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status></samlp:LogoutResponse>`;

type Name = 'SAMLRequest' | 'SAMLResponse';
interface Sent {
  name: Name;
  xml: string;
  key?: Key;
  hash?: 'sha1' | 'sha256';
  relayState?: string;
}

/** The query of a message, with a signature over its letters. */
function queryOf({ name, xml, key = world.key, hash = 'sha256', relayState = 'mine' }: Sent): string {
  const algorithm =
    hash === 'sha1'
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const text = [
    [name, deflateRawSync(xml).toString('base64')],
    ['RelayState', relayState],
    ['SigAlg', algorithm],
  ]
    .map(([part = '', value = '']) => `${part}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = createSign(hash).update(text).sign(key.privateKey, 'base64');
  return `${text}&Signature=${encodeURIComponent(signature)}`;
}

const send = (browser: Client, query: string) => browser.get(`${new URL(world.leaving('shop')).pathname}?${query}`);

/** All that somebody on the way could do to a message. */
const wrong: [string, (sent: Sent) => string][] = [
  ['without a signature', (sent) => queryOf(sent).replace(/&SigAlg=.*/, '')],
  ['with the signature of another key', (sent) => queryOf({ ...sent, key: stranger })],
  ['signed with SHA-1', (sent) => queryOf({ ...sent, hash: 'sha1' })],
  ['with another RelayState', (sent) => queryOf({ ...sent, relayState: 'x' }).replace('RelayState=x', 'RelayState=y')],
  ['with a second RelayState', (sent) => `${queryOf(sent)}&RelayState=yours`],
  ['with a second RelayState under an encoded name', (sent) => `${queryOf(sent)}&Relay%53tate=yours`],
  ['with a second message', (sent) => `${queryOf(sent)}&${sent.name}=${encodeURIComponent('PHg+')}`],
  ['without its algorithm', (sent) => queryOf(sent).replace(/&SigAlg=[^&]*/, '')],
  ['with an empty signature', (sent) => queryOf(sent).replace(/&Signature=.*/, '&Signature=')],
  [
    'for another destination',
    (sent) => queryOf({ ...sent, xml: sent.xml.replace(world.app.url, 'https://o.example') }),
  ],
  ['without a destination', (sent) => queryOf({ ...sent, xml: sent.xml.replace(/ Destination="[^"]*"/, '') })],
  ['of a stranger', (sent) => queryOf({ ...sent, xml: sent.xml.replace(entityId, 'https://evil.example') })],
  ['of another version', (sent) => queryOf({ ...sent, xml: sent.xml.replace('"2.0"', '"1.1"') })],
  [
    'that is hours old',
    (sent) =>
      queryOf({ ...sent, xml: sent.xml.replace(/IssueInstant="[^"]*"/, 'IssueInstant="2026-01-01T00:00:00Z"') }),
  ],
  ['with a document type', (sent) => queryOf({ ...sent, xml: `<!DOCTYPE a [<!ENTITY b "c">]>${sent.xml}` })],
  ['that grows to megabytes', (sent) => queryOf({ ...sent, xml: `${sent.xml}${' '.repeat(4_000_000)}` })],
  ['that is not in base64', ({ name }) => `${name}=%3Cxml%3E`],
];

/** The browser stays, and gets no message to take on. */
function expectNothing({ headers, text }: Answered) {
  expect(headers.get('location')).toBeNull();
  expect(text).not.toMatch(/<form|SAMLResponse=/);
}

describe('S46 a LogoutRequest in an address ends nothing', () => {
  const signedIn = async () => {
    const { browser, profile } = await world.inBoth();
    return { browser, sent: { name: 'SAMLRequest' as const, xml: requestFor(profile?.sessionIndex ?? '') } };
  };
  let session: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    session = await signedIn();
  });

  test.each(wrong)('%s', async (_how, write) => {
    expectNothing(await send(session.browser, write(session.sent)));
    expect(await isSignedIn(session.browser)).toBe(true);
  });

  test('and the same one as it should be ends the session', async () => {
    const { browser, sent } = await signedIn();
    await send(browser, queryOf(sent));
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('S46 a LogoutResponse in an address leads nowhere', () => {
  /** The browser is at shop, which has been told of a sign-out at desk. */
  const atShop = async () => {
    const { browser, other, second } = await world.inBoth();
    const told = await next(browser, await other.getLogoutUrlAsync(second as never, 'state of desk', {}));
    expect(told.origin).toBe('https://sp.example');
    const relayState = told.searchParams.get('RelayState') ?? '';
    const packed = Buffer.from(told.searchParams.get('SAMLRequest') ?? '', 'base64');
    const id = /ID="([^"]+)"/.exec(inflateRawSync(packed).toString())?.[1] ?? '';
    return { browser, sent: { name: 'SAMLResponse' as const, relayState, xml: responseTo(id) } };
  };
  let way: Awaited<ReturnType<typeof atShop>>;
  beforeAll(async () => {
    way = await atShop();
  });

  test.each(wrong)('%s', async (_how, write) => {
    expectNothing(await send(way.browser, write(way.sent)));
  });

  test('with the RelayState of nobody, or to another request', async () => {
    for (const own of [{ xml: responseTo(newId()) }, { relayState: 'guessed' }])
      expectNothing(await send(way.browser, queryOf({ ...way.sent, ...own })));
  });

  test('and uses nothing up that would lead on', async () => {
    const { browser, sent } = await atShop();
    // A signed answer to another request takes the way with it, so it is not among these.
    for (const [, write] of wrong) await send(browser, write(sent));
    const { headers } = await send(browser, queryOf(sent));
    expect(headers.get('location')).toMatch(/^https:\/\/desk\.example\/slo\?SAMLResponse=/);
  });
});
