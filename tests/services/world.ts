import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Answered, Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { createGitHub } from './stand-ins/github.ts';
import { createGoogle, createOpenIdService } from './stand-ins/openid-service.ts';
import { startStandIns } from './stand-ins/stand-in.ts';

export const servicesSettings = {
  DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8',
  DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8',
  DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8',
};

/** A server with the organization acme, the application shop, and a provider for each stand-in. */
export async function startServices(now?: () => Date) {
  const google = await createGoogle();
  const github = createGitHub();
  const keycloak = await createOpenIdService({ issuer: 'https://sso.example/realms/acme' });
  const standIns = await startStandIns([google, github, keycloak]);
  const app = await startApp({ settings: servicesSettings, reroute: standIns.reroute, ...(now && { now }) });
  const root = await app.admin();
  const provider = async (name: string, service: typeof google | typeof github, more: Record<string, unknown>) => {
    const { clientId, clientSecret } = service;
    const stored = await add(root, 'provider', { name, category: 'OAuth', clientId, clientSecret, ...more });
    service.redirectUris.push(`${app.url}${callbackPathOf(stored)}`);
  };
  await provider('google', google, { type: 'Google' });
  await provider('github', github, { type: 'GitHub' });
  await provider('keycloak', keycloak, { type: 'OpenID Connect', issuerUrl: keycloak.issuer });
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', {
    owner: 'acme',
    name: 'alice',
    displayName: 'Alice',
    password,
    email: 'alice@acme.example',
  });
  await add(root, 'application', {
    name: 'shop',
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    providers: ['google', 'github', 'keycloak'].map((name) => ({ name })),
  });
  return {
    ...{ app, root, google, github, keycloak, standIns },
    change: (kind: string, id: string, changes: Record<string, unknown>) =>
      root.post(`update-${kind}`, changes, { query: { id } }),
    user: async (name: string) => (await app.store('user').find(app.db, 'acme', name)) as Record<string, unknown>,
    async stop() {
      await app.stop();
      standIns.stop();
    },
  };
}

export type Services = Awaited<ReturnType<typeof startServices>>;

let addresses = 0;
/** A browser at another network address. */
export const browserAt = (app: TestApp): Client => app.client({ 'X-Forwarded-For': `198.51.100.${++addresses % 250}` });

export interface Back {
  state: string;
  /** The query with which the service sent the browser back. */
  answer: string;
  redirectUri: string;
}

/** Begins a request, and visits the service as a browser does. */
export async function visitService(
  { standIns }: Pick<Services, 'standIns'>,
  browser: Client,
  form: Record<string, string>,
  asked?: (page: URL) => URL,
): Promise<Back> {
  const begun = await browser.post('begin-provider-request', { application: 'shop', ...form });
  if (begun.body.status !== 'ok') throw new Error(`no request: ${begun.body.msg}`);
  return comeBack(standIns, String(begun.body.data), asked);
}

/** The answer of the service at an address, or at the address that the script of its page asks. */
export async function comeBack(
  { reroute }: Services['standIns'],
  address: string,
  asked = (page: URL) => page,
): Promise<Back> {
  const response = await fetch(reroute(asked(new URL(address))), { redirect: 'manual' });
  const location = response.headers.get('location') ?? (await postAnswer(await response.text()));
  const back = new URL(location);
  return {
    state: back.searchParams.get('state') ?? '',
    answer: back.search.slice(1),
    redirectUri: `${back.origin}${back.pathname}`,
  };
}

/** Posts the form of an answer, as a browser does. It comes from another site, so it has no cookie. */
async function postAnswer(page: string): Promise<string> {
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  if (!action) throw new Error(`the service answered ${page}`);
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]));
  const headers = { Origin: 'https://appleid.apple.com', 'Sec-Fetch-Site': 'cross-site' };
  const response = await fetch(action, { method: 'POST', body, headers, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '', action).href;
}

export const login = (browser: Client, provider: string, back: Partial<Back>, more = {}): Promise<Answered> =>
  browser.post('login', { type: 'login', application: 'shop', provider, ...back, ...more });

/** Signs in, or up, with a provider in a new browser. */
export async function signInWith(services: Services, provider: string, browser = browserAt(services.app)) {
  const answered = await login(browser, provider, await visitService(services, browser, { provider }));
  return { browser, body: answered.body };
}
