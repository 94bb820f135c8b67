import { inflateRawSync } from 'node:zlib';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { startApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { startStandIns } from '../stand-ins/stand-in.ts';
import { type Back, browserAt, login, servicesSettings } from '../world.ts';
import { type AuthnRequest, createIdentityProvider, readRequest } from './idp/identity-provider.ts';
import { registrationOf } from './idp/registration.ts';

/** A server with the application shop of acme, its user alice, and the provider corp for an identity provider. */
export async function startSaml(now?: () => Date) {
  const idp = await createIdentityProvider();
  const other = await createIdentityProvider('other.example');
  const standIns = await startStandIns([idp, other]);
  const app = await startApp({ settings: servicesSettings, reroute: standIns.reroute, ...(now && { now }) });
  const root = await app.admin();
  await add(root, 'provider', { name: 'corp', ...registrationOf(idp) });
  await add(root, 'provider', { name: 'other', ...registrationOf(other) });
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
  await add(root, 'application', {
    ...{ name: 'shop', organization: 'acme', cert: 'cert-built-in', enableSignUp: true },
    providers: [{ name: 'corp' }, { name: 'other' }],
  });
  const { certificate } = (await root.get('get-cert', { id: 'admin/cert-built-in' })).body.data;
  const acs = `${app.url}/api/acs`;
  for (const each of [idp, other]) each.registered.set(acs, { acs, certificate });
  return {
    ...{ app, root, idp, other, standIns, acs },
    change: (changes: Partial<Provider>, name = 'corp') =>
      root.post('update-provider', changes, { query: { id: `admin/${name}` } }),
    user: async (name: string) => (await app.store('user').find(app.db, 'acme', name)) as Record<string, unknown>,
    async stop() {
      await app.stop();
      standIns.stop();
    },
  };
}

export type SamlWorld = Awaited<ReturnType<typeof startSaml>>;

/** Begins a request, and reads what the identity provider would get in a redirect. */
export async function begin(browser: Client, more = {}): Promise<{ address: string; request: AuthnRequest }> {
  const begun = await browser.post('begin-provider-request', { application: 'shop', provider: 'corp', ...more });
  if (begun.body.status !== 'ok') throw new Error(`no request: ${begun.body.msg}`);
  const { href: address, searchParams } = new URL(begun.body.data);
  const packed = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = packed.length > 0 ? inflateRawSync(packed).toString() : '';
  const request = xml ? readRequest(xml, searchParams.get('RelayState') ?? '') : undefined;
  return { address, request: request as AuthnRequest };
}

/** Posts a response as the page of another site does: without a cookie. The address of the page that follows comes back. */
export async function post(acs: string, response: string, relayState: string): Promise<URL> {
  const { status, headers } = await fetch(acs, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: 'https://idp.example', 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64'), RelayState: relayState }),
  });
  if (status !== 303) throw new Error(`the address for responses answered ${status}`);
  return new URL(headers.get('location') ?? '');
}

export const backAt = ({ origin, pathname, search, searchParams }: URL): Back => ({
  state: searchParams.get('state') ?? '',
  answer: search.slice(1),
  redirectUri: `${origin}${pathname}`,
});

/** The form in the page of the identity provider at an address, posted. */
export async function comeBackFrom(world: SamlWorld, address: string): Promise<Back> {
  const response = await fetch(world.standIns.reroute(new URL(address)));
  const text = await response.text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  if (!value('SAMLResponse')) throw new Error(`the identity provider answered ${response.status}: ${text}`);
  return backAt(await post(world.acs, Buffer.from(value('SAMLResponse'), 'base64').toString(), value('RelayState')));
}

/** Signs in, or up, in a new browser. */
export async function signInWithSaml(world: SamlWorld, browser = browserAt(world.app), more = {}) {
  const { address } = await begin(browser, more);
  return { browser, body: (await login(browser, 'corp', await comeBackFrom(world, address), more)).body };
}
