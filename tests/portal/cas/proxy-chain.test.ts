import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { casActions, textOf } from '../../protocol/cas/cas-world.ts';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';

/** Call-backs have https. Here they are answered by the service on the loopback interface. */
const callback = 'https://wiki.example/callback';

let portal: PortalPages;
let cas: ReturnType<typeof casActions>;
let wiki: Server;
let mail: Server;
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A service on the loopback interface, which answers with a page. */
async function start(answer: (url: URL) => Promise<string>): Promise<Server> {
  const server = createServer(async (req: IncomingMessage, res) => {
    const text = await answer(new URL(String(req.url), 'http://service'));
    res
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><title>Service</title><link rel="icon" href="data:,"><h1>${text}</h1>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The mail service: it knows its user by a proxy ticket of another service. */
async function inbox(url: URL): Promise<string> {
  const query = { ticket: url.searchParams.get('ticket') ?? '', service: `${originOf(mail)}/inbox` };
  const { text } = await cas.ask('wiki', 'p3/proxyValidate', query);
  return `Inbox of ${textOf(text, 'user')} through ${textOf(text, 'proxy')}`;
}

/** The wiki: it reads the inbox of its user in their name. */
const granted = new Map<string, string>();
async function page(url: URL): Promise<string> {
  const { pathname, searchParams } = url;
  if (pathname === '/callback') {
    granted.set(searchParams.get('pgtIou') ?? '', searchParams.get('pgtId') ?? '');
    return 'Thanks';
  }
  const at = `${originOf(wiki)}/page`;
  const query = { ticket: searchParams.get('ticket') ?? '', service: at, pgtUrl: callback };
  const { text } = await cas.ask('wiki', 'p3/serviceValidate', query);
  const pgt = granted.get(textOf(text, 'proxyGrantingTicket') ?? '') ?? '';
  const targetService = `${originOf(mail)}/inbox`;
  const asked = await cas.ask('wiki', 'proxy', { pgt, targetService });
  const answer = await fetch(`${targetService}?ticket=${textOf(asked.text, 'proxyTicket')}`);
  return `${textOf(text, 'user')} reads: ${/<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]}`;
}

beforeAll(async () => {
  [wiki, mail] = await Promise.all([start(page), start(inbox)]);
  portal = await openPortal({
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
    reroute: (url) => (url.hostname === 'wiki.example' ? new URL(url.pathname + url.search, originOf(wiki)) : url),
  });
  cas = casActions(portal);
  const casServices = [`${originOf(wiki)}/*`, `${originOf(mail)}/*`, callback];
  await cas.casApplication('wiki', { casServices, casProxies: true, displayName: 'Wiki' });
});
afterAll(async () => {
  for (const server of [wiki, mail]) server?.close();
  await portal?.stop();
});

test('A service that a user signed in to in a browser reads from another service in their name', async () => {
  const { page: tab, complaints } = await portal.visit();
  await tab.goto(`/cas/acme/wiki/login?${new URLSearchParams({ service: `${originOf(wiki)}/page` })}`);
  await signIn(tab, 'alice', password);
  await tab.getByRole('heading', { name: `alice reads: Inbox of alice through ${callback}` }).waitFor();
  expect(complaints).toEqual([]);
  // The next visit needs no page, and has tickets of its own.
  await tab.goto(`/cas/acme/wiki/login?${new URLSearchParams({ service: `${originOf(wiki)}/page` })}`);
  await tab.getByRole('heading', { name: `alice reads: Inbox of alice through ${callback}` }).waitFor();
  expect(granted.size).toBe(2);
});
