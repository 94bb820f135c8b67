import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import type { SAML, SamlConfig } from '@node-saml/node-saml';
import type { Client } from '../../../harness/client.ts';
import { createSamlWorld, formIn, linkIn, type SamlWorld, visit } from '../world.ts';

export const deskId = 'https://desk.example';
export const deskSlo = 'https://desk.example/slo';
export const slo = 'https://sp.example/slo';

/** Two applications of one session, shop and desk, each with a service provider that has keys and signs out. */
export async function createSignOutWorld(options?: Parameters<typeof createSamlWorld>[0]) {
  const world = await createSamlWorld(options);
  const { certificate } = world.key;
  await world.change({ enableSigninSession: true });
  const restore = () => world.serviceProvider({ certificates: certificate, requireSignedRequests: true, sloUrl: slo });
  await restore();
  const provider = (own: Partial<SamlServiceProvider> = {}) => ({
    ...{ entityId: deskId, acsUrls: ['https://desk.example/acs'], certificates: certificate, sloUrl: deskSlo },
    ...own,
  });
  await world.application('desk', { enableSigninSession: true, samlServiceProviders: [provider()] as never });
  return {
    ...world,
    restore,
    deskProvider: (own: Partial<SamlServiceProvider>) =>
      world.change({ samlServiceProviders: [provider(own)] as never }, 'desk'),
    ...actions(world),
  };
}

export type SignOutWorld = Awaited<ReturnType<typeof createSignOutWorld>>;

function actions(world: SamlWorld) {
  const keys = { privateKey: world.key.privateKey, signatureAlgorithm: 'sha256' as const };
  const leaving = (name: string) => `${world.app.url}/login/saml/logout/admin/${name}`;
  const shop = (own: Partial<SamlConfig> = keys) => world.library({ ...own, logoutUrl: leaving('shop') });
  const desk = () =>
    world.library(
      {
        ...{ ...keys, logoutUrl: leaving('desk'), issuer: deskId, audience: deskId },
        callbackUrl: 'https://desk.example/acs',
      },
      'desk',
    );
  /** A browser in a session at both service providers. */
  const inBoth = async () => {
    const browser = world.app.client();
    const [one, other] = [await shop(), await desk()];
    const first = await one.validatePostResponseAsync({
      ...(await visit(browser, await one.getAuthorizeUrlAsync('', undefined, {}))),
    });
    const second = await other.validatePostResponseAsync({ ...(await visitAgain(browser, other)) });
    return { browser, one, other, profile: first.profile, second: second.profile };
  };
  return { keys, shop, desk, leaving, inBoth };
}

/** The form that a browser with a session posts to a service provider. */
export async function visitAgain(browser: Client, saml: SAML) {
  const { pathname, search } = new URL(await saml.getAuthorizeUrlAsync('', undefined, {}));
  const going = await browser.get(pathname + search);
  const { text } = await browser.get(going.headers.get('location') ?? '');
  return formIn(text);
}

export const isSignedIn = async (browser: Client) => (await browser.get('get-account')).body.status === 'ok';

/** The next address of the browser. A page leads to a service provider that learns of the sign-out. */
export async function next(browser: Client, address: string): Promise<URL> {
  const { pathname, search } = new URL(address, 'http://nowhere');
  const { status, headers, text } = await browser.get(pathname + search);
  const link = linkIn(text, 'on');
  if (link) return new URL(link);
  if (status !== 303) throw new Error(`no way on: ${status} ${text.slice(-500)}`);
  return new URL(headers.get('location') ?? '', 'http://nowhere');
}

export const read = (saml: SAML, { searchParams, search }: URL) =>
  saml.validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1));

/** The address with the answer of a service provider to a request in an address. */
export async function answerTo(saml: SAML, told: URL): Promise<string> {
  const { profile } = await read(saml, told);
  return new Promise<string>((resolve, reject) =>
    saml.getLogoutResponseUrl(profile as never, told.searchParams.get('RelayState') ?? '', {}, true, (error, url) =>
      error ? reject(error) : resolve(url ?? ''),
    ),
  );
}
