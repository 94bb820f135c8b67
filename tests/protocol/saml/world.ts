import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Answered, Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { type Key, newKey } from '../../services/saml/idp/keys.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

export const entityId = 'https://sp.example/metadata';
export const acs = 'https://sp.example/acs';

/** What an administrator registers. */
export const registered = (own: Partial<SamlServiceProvider> = {}) => ({ entityId, acsUrls: [acs], ...own });

/** A server with the application shop, which has one service provider. */
export const createSamlWorld = async (options?: Parameters<typeof createProtocolWorld>[0]) =>
  samlIn(await createProtocolWorld(options));

/** Adds these to a server. */
export async function samlIn(world: Pick<ProtocolWorld, 'app' | 'root' | 'application'>) {
  const { app, root } = world;
  const key = await newKey();
  const application = (name: string, own: Partial<Application> = {}) =>
    world.application(name, { cert: 'cert-built-in', ...own });
  await application('shop', { samlServiceProviders: [registered()] as SamlServiceProvider[] });
  const metadata = async (name = 'shop') => (await root.get('saml/metadata', { application: `admin/${name}` })).text;
  const certificateOf = async (name: string) => /<ds:X509Certificate>([^<]+)/.exec(await metadata(name))?.[1] ?? '';
  const change = async (changes: Partial<Application>, name = 'shop') => {
    const { body } = await root.post('update-application', changes, { query: { id: `admin/${name}` } });
    if (body.status !== 'ok') throw new Error(`${body.msg} ${JSON.stringify(body.fields)}`);
  };
  return {
    ...{ app, root, key, application, metadata, certificateOf, change },
    /** The application's settings of its service provider. */
    serviceProvider: (own: Partial<SamlServiceProvider>, name = 'shop') =>
      change({ samlServiceProviders: [registered(own)] as SamlServiceProvider[] }, name),
    /** A service provider as people set it up: with the address, the entity id and the certificate, and no special options. */
    library: async (own: Partial<SamlConfig> = {}, name = 'shop') =>
      new SAML({
        callbackUrl: acs,
        issuer: entityId,
        audience: entityId,
        entryPoint: `${app.url}/login/saml/authorize/admin/${name}`,
        idpCert: await certificateOf(name),
        idpIssuer: /entityID="([^"]+)/.exec(await metadata(name))?.[1] ?? '',
        wantAuthnResponseSigned: true,
        wantAssertionsSigned: true,
        validateInResponseTo: ValidateInResponseTo.always,
        ...own,
      }),
  };
}

export type SamlWorld = Awaited<ReturnType<typeof createSamlWorld>>;
export type { Key };

/** Follows an address or a form as a browser does, up to the page or the posting page. */
export async function follow(browser: Client, address: string): Promise<Answered> {
  const { pathname, search } = new URL(address);
  return followOn(browser, await browser.get(pathname + search));
}

export async function followOn(browser: Client, answered: Answered): Promise<Answered> {
  let answer = answered;
  for (let hops = 0; hops < 5 && answer.status === 303; hops++) {
    const to = new URL(answer.headers.get('location') ?? '', 'http://nowhere');
    if (to.pathname.startsWith('/login/') || to.hostname.endsWith('.example')) break;
    answer = await browser.get(to.pathname + to.search);
  }
  return answer;
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

export interface Posted {
  action: string;
  SAMLResponse: string;
  RelayState: string;
}

/** The form of a posting page, or of an answer to our page. */
export function formIn(html: string): Posted {
  const value = (name: string) => unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
  const action = unescaped(/action="([^"]*)"/.exec(html)?.[1] ?? '');
  return { action, SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') };
}

/** The address of a link of a page, by its id. */
export const linkIn = (html: string, id: string): string =>
  unescaped(new RegExp(`<a id="${id}" href="([^"]*)"`).exec(html)?.[1] ?? '');

export const xmlOf = ({ SAMLResponse }: Pick<Posted, 'SAMLResponse'>) => Buffer.from(SAMLResponse, 'base64').toString();

/** The query of the page that a request leads to. */
export async function pageFor(browser: Client, address: string): Promise<Record<string, string>> {
  const { status, headers, text } = await follow(browser, address);
  if (status !== 303) throw new Error(`no page: ${status} ${text.slice(-700)}`);
  return Object.fromEntries(new URL(headers.get('location') ?? '', 'http://nowhere').searchParams);
}

/** Signs alice in on the page of a request. */
export const signInOn = (browser: Client, query: Record<string, string>, own: Record<string, unknown> = {}) =>
  browser.post(
    'login',
    { type: 'saml', organization: 'acme', username: 'alice', password, ...own },
    { query: { saml: query.saml ?? '' } },
  );

/** The whole way of a request: page, password, and the form for the service provider. */
export async function visit(browser: Client, address: string): Promise<Posted> {
  const { body } = await signInOn(browser, await pageFor(browser, address));
  if (body.status !== 'ok') throw new Error(`refused: ${body.msg}`);
  return formIn(String(body.data2));
}
