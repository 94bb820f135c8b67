import { createServer, type Server } from 'node:http';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SAML } from '@node-saml/node-saml';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { casActions } from '../cas/cas-world.ts';
import { formIn, linkIn, type SamlWorld, samlIn } from '../saml/world.ts';
import { callback, careful, createProtocolWorld, exchange, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld & SamlWorld;
let cas: ReturnType<typeof casActions>;
let listener: Server;
let portal: Application;
let wiki: string;
let told: string[] = [];

const deskId = 'https://desk.example';
const deskSlo = 'https://desk.example/slo';
const soapId = 'https://soap.example';

/** What a service was told, by the address at which it listens. */
const toldAt = (path: string) => told.filter((each) => each.startsWith(path)).map((each) => each.slice(path.length));

beforeAll(async () => {
  listener = createServer(async (req, res) => {
    told.push(`${req.url}${Buffer.concat(await req.toArray()).toString()}`);
    res.end();
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(listener.address() as { port: number }).port}`;
  wiki = `${origin}/wiki?`;
  const base = await createProtocolWorld({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' } });
  world = { ...base, ...(await samlIn(base)) };
  cas = casActions(base);
  const enableSigninSession = true;
  portal = await base.application('portal', { backchannelLogoutUri: `${origin}/portal?`, enableSigninSession });
  const certificates = world.key.certificate;
  await world.application('desk', {
    enableSigninSession,
    samlServiceProviders: [
      { entityId: deskId, acsUrls: ['https://desk.example/acs'], certificates, sloUrl: deskSlo },
      { entityId: soapId, acsUrls: ['https://soap.example/acs'], sloUrl: `${origin}/soap?`, sloBinding: 'SOAP' },
    ] as never,
  });
  await cas.casApplication('wiki', { casServices: [wiki] });
}, 120_000);
afterAll(async () => {
  listener?.close();
  await world?.app.stop();
});
beforeEach(() => {
  told = [];
});

const provider = (id: string) =>
  world.library(
    {
      ...{
        issuer: id,
        audience: id,
        callbackUrl: `${id}/acs`,
        logoutUrl: `${world.app.url}/login/saml/logout/admin/desk`,
      },
      ...(id === deskId && { privateKey: world.key.privateKey, signatureAlgorithm: 'sha256' as const }),
    },
    'desk',
  );

/** Visits a service provider with the session of the browser. */
async function visit(browser: Client, saml: SAML) {
  const { pathname, search } = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}));
  const going = await browser.get(pathname + search);
  const { text } = await browser.get(going.headers.get('location') ?? '');
  const form = formIn(text);
  return (await saml.validatePostResponseAsync({ SAMLResponse: form.SAMLResponse })).profile;
}

/** A browser that signed in at the portal, and went on to two service providers of SAML and a service of CAS. */
async function everywhere() {
  const browser = world.app.client();
  const rp = await world.relyingParty(portal);
  const flow = await careful(rp);
  const tokens = await exchange(rp, flow, (await signInAt(browser, flow.request)).body.data);
  const [desk, soap] = [await provider(deskId), await provider(soapId)];
  const profile = await visit(browser, desk);
  const other = await visit(browser, soap);
  const back = await browser.get('/cas/acme/wiki/login', { service: wiki }, { headers: { Accept: 'text/html' } });
  const ticket = new URL(back.headers.get('location') ?? '').searchParams.get('ticket') ?? '';
  expect((await cas.ask('wiki', 'serviceValidate', { ticket, service: wiki })).text).toContain('Success');
  return { browser, rp, tokens, desk, profile, other, ticket };
}

type Everywhere = Awaited<ReturnType<typeof everywhere>>;

/** The client, the service of CAS and the service provider with SOAP hear of the end, each by its own name for the session. */
async function expectTold({ tokens, ticket, other }: Everywhere) {
  const heard = () => ['/portal?', '/wiki?', '/soap?'].map((path) => toldAt(path).length);
  await vi.waitFor(() => expect(heard()).toEqual([1, 1, 1]), { timeout: 20_000, interval: 50 });
  const token = new URLSearchParams(toldAt('/portal?')[0]).get('logout_token') ?? '';
  expect(decodeJwt(token)).toMatchObject({ sid: tokens.claims()?.sid, sub: tokens.claims()?.sub });
  expect(new URLSearchParams(toldAt('/wiki?')[0]).get('logoutRequest')).toContain(ticket);
  expect(toldAt('/soap?')[0]).toContain(`<samlp:SessionIndex>${other?.sessionIndex}</samlp:SessionIndex>`);
}

/** The browser arrives at the desk with a request, and leaves it with the answer of the desk. Gives the next address. */
async function throughDesk({ browser, desk, profile }: Everywhere, address: string) {
  const at = new URL(linkIn((await browser.get(address)).text, 'on'));
  expect(at.origin + at.pathname).toBe(deskSlo);
  const asked = await desk.validateRedirectAsync(Object.fromEntries(at.searchParams), at.search.slice(1));
  expect(asked.profile).toMatchObject({ sessionIndex: profile?.sessionIndex });
  const relayState = at.searchParams.get('RelayState') ?? '';
  const answer = await new Promise<string>((resolve, reject) =>
    desk.getLogoutResponseUrl(asked.profile as never, relayState, {}, true, (error, url) =>
      error ? reject(error) : resolve(url ?? ''),
    ),
  );
  return (await browser.get(answer.slice(world.app.url.length))).headers.get('location');
}

const isSignedIn = async (browser: Client) => (await browser.get('get-account')).body.status === 'ok';

test('a session shows each application that it led to, beside the one of the sign-in', async () => {
  const session = await everywhere();
  const { browser } = session;
  const shown = (await browser.get('get-account-sessions')).body.data as {
    isThis: boolean;
    applications: { name: string }[];
  }[];
  const names = shown.find(({ isThis }) => isThis)?.applications.map(({ name }) => name);
  expect(names?.sort()).toEqual(['desk', 'portal', 'wiki']);
  const { data } = (await world.root.get('get-live-sessions', { owner: 'acme' })).body;
  expect((data as { applications: string[] }[])[0]?.applications.toSorted()).toEqual(['desk', 'portal', 'wiki']);
  await browser.post('logout', {});
  await expectTold(session);
});

describe('all services of a session hear of its end', () => {
  test('at our page', async () => {
    const session = await everywhere();
    const { body } = await session.browser.post('logout', {});
    expect(await throughDesk(session, body.data2)).toBe('/logout');
    await expectTold(session);
  });

  test('at a client of OpenID Connect, to which the browser returns', async () => {
    const session = await everywhere();
    const { browser, tokens } = session;
    const query = { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: callback, state: 'left & right' };
    const { text } = await browser.get('/api/login/oauth/logout', query);
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const { status, headers } = await browser.post(
      '/api/login/oauth/logout/confirm',
      new URLSearchParams({ xsrf, logout: 'yes' }),
    );
    expect(status).toBe(303);
    expect(await isSignedIn(browser)).toBe(false);
    const back = new URL((await throughDesk(session, headers.get('location') ?? '')) ?? '');
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([callback, 'left & right']);
    await expectTold(session);
  });

  test('at the authority without a client, whose page comes last', async () => {
    const session = await everywhere();
    const { browser } = session;
    const { text } = await browser.get('/api/login/oauth/logout');
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const fields = new URLSearchParams({ xsrf, logout: 'yes' });
    const { headers } = await browser.post('/api/login/oauth/logout/confirm', fields);
    const last = await throughDesk(session, headers.get('location') ?? '');
    expect(last).toBe('/api/login/oauth/logout/success');
    expect((await browser.get(last ?? '')).status).toBe(200);
    await expectTold(session);
  });

  test('at a service provider of SAML', async () => {
    const session = await everywhere();
    const { browser, desk, profile } = session;
    const address = new URL(await desk.getLogoutUrlAsync(profile as never, 'mine', {}));
    const { headers } = await browser.get(address.pathname + address.search);
    expect(headers.get('location')).toMatch(/^https:\/\/desk\.example\/slo\?SAMLResponse=/);
    expect(await isSignedIn(browser)).toBe(false);
    await expectTold(session);
  });

  test('by an administrator', async () => {
    const session = await everywhere();
    const holder = { owner: 'acme', name: 'alice', application: 'portal' };
    expect((await world.root.post('delete-session', holder)).body.status).toBe('ok');
    expect(await isSignedIn(session.browser)).toBe(false);
    await expectTold(session);
  });
});
