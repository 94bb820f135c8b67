import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import type { Profile, SAML, SamlConfig } from '@node-saml/node-saml';
import type { SamlPages } from './pages.ts';

const page = (title: string) =>
  `<!doctype html><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>`;

/** What a service provider sends that does not answer: nothing at all, or a response without a page. */
type Silence = 'hangs' | 'empty' | undefined;

/** A service provider with a server of its own, because a browser that follows a redirect asks a real one. */
export async function openService(pages: SamlPages, name: string) {
  const seen = {
    profile: undefined as Profile | undefined,
    answers: [] as { relayState: string | null; isPartial: boolean }[],
    told: 0,
    silence: undefined as Silence,
  };
  let saml: SAML;

  async function signOut(query: URLSearchParams, raw: string, res: ServerResponse) {
    const { profile } = await saml.validateRedirectAsync(Object.fromEntries(query), raw);
    if (query.has('SAMLResponse')) {
      const xml = inflateRawSync(Buffer.from(query.get('SAMLResponse') ?? '', 'base64')).toString();
      seen.answers.push({ relayState: query.get('RelayState'), isPartial: xml.includes('status:PartialLogout') });
      return res.end(page(`${name} is signed out`));
    }
    seen.told++;
    if (seen.silence === 'empty') return res.writeHead(204).end();
    if (seen.silence === 'hangs') return;
    const relayState = query.get('RelayState') ?? '';
    return saml.getLogoutResponseUrl(profile as Profile, relayState, {}, true, (error, address) => {
      if (error) throw error;
      res.writeHead(303, { Location: address ?? '' }).end();
    });
  }

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const { pathname, searchParams, search } = new URL(req.url ?? '', 'http://nowhere');
    res.setHeader('Content-Type', 'text/html');
    if (pathname === '/slo') return signOut(searchParams, search.slice(1), res);
    const posted = Object.fromEntries(new URLSearchParams(await text(req)));
    seen.profile = (await saml.validatePostResponseAsync(posted)).profile ?? undefined;
    return res.end(page(name));
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: Error) => res.writeHead(500).end(page(error.message)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `https://${name}.example`;
  const { key } = pages;
  await pages.application(name, {
    enableSigninSession: true,
    allowHttpRedirects: true,
    samlServiceProviders: [
      { entityId, acsUrls: [`${origin}/acs`], certificates: key.certificate, sloUrl: `${origin}/slo` },
    ] as never,
  });
  const config: Partial<SamlConfig> = {
    ...{ issuer: entityId, audience: entityId, callbackUrl: `${origin}/acs` },
    ...{ privateKey: key.privateKey, signatureAlgorithm: 'sha256' },
    logoutUrl: `${pages.app.url}/login/saml/logout/admin/${name}`,
  };
  saml = await pages.library(config, name);
  return {
    ...{ name, seen, origin, host: new URL(origin).host },
    signIn: () => saml.getAuthorizeUrlAsync('', undefined, {}),
    signOut: () => saml.getLogoutUrlAsync(seen.profile as Profile, `state of ${name}`, {}),
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}

export type Service = Awaited<ReturnType<typeof openService>>;
