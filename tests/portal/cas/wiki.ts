import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { casActions } from '../../protocol/cas/cas-world.ts';
import { openPortal } from '../world/portal-pages.ts';

/** A portal with a wiki that signs its users in by CAS. A browser that follows a redirect asks a real server. */
export async function openWiki() {
  const server = createServer((_req, res) => {
    res
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><title>Wiki</title><link rel="icon" href="data:,"><h1>Wiki</h1>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const service = `${origin}/page?id=1`;
  const portal = await openPortal();
  const cas = casActions(portal);
  await cas.casApplication('wiki', { casServices: [`${origin}/*`], displayName: 'Wiki' });
  /** The address at the service where the browser ends. */
  const arrival = async (page: Page) => {
    await page.waitForURL(`${origin}/**`);
    return new URL(page.url());
  };
  return {
    ...{ ...portal, cas, origin, service, arrival },
    loginAt: (query: Record<string, string> = {}) =>
      `/cas/acme/wiki/login?${new URLSearchParams({ service, ...query })}`,
    /** What the service learns from the ticket that the browser brings. */
    async userOf(page: Page): Promise<string> {
      const ticket = (await arrival(page)).searchParams.get('ticket') ?? '';
      return (await cas.ask('wiki', 'validate', { ticket, service })).text;
    },
    async stop() {
      server.close();
      await portal.stop();
    },
  };
}

export type Wiki = Awaited<ReturnType<typeof openWiki>>;
