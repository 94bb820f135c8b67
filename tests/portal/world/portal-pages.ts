import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Visitor } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../../protocol/world.ts';

export interface PortalPages extends ProtocolWorld {
  browser: Browser;
  /** A fresh browser profile. The addresses of the clients answer in it too. */
  visit: (options?: Parameters<Browser['visit']>[1]) => Promise<Visitor>;
  stop: () => Promise<void>;
}

/** The answer of a client in a test: a page that shows its own request. */
const clientPage = '<!doctype html><html lang="en"><title>client</title><h1>Client</h1>';

/** A server with the organization acme and alice, and a browser. Clients live at https://app.example. */
export async function openPortal(options?: Parameters<typeof createProtocolWorld>[0]): Promise<PortalPages> {
  const browser = await openBrowser();
  const world = await createProtocolWorld(options);
  return {
    ...world,
    browser,
    async visit(own) {
      const visitor = await browser.visit(world.app.url, own);
      await visitor.context.route('https://app.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: clientPage }),
      );
      return visitor;
    },
    async stop() {
      await browser.close();
      await world.app.stop();
    },
  };
}

/** Signs a user of acme in without the page, where the sign-in page is not what is tested. */
export async function enter(page: Page, username: string, organization = 'acme', secret = password): Promise<void> {
  const data = { type: 'login', application: 'app-built-in', organization, username, password: secret };
  const { status, msg } = await (await page.request.post('/api/login', { data })).json();
  if (status !== 'ok') throw new Error(`${username} could not sign in: ${msg}`);
}

/** The authorization request of an application, as an address. */
export const requestOf = (
  { clientId, redirectUris }: Pick<Application, 'clientId' | 'redirectUris'>,
  own: Record<string, string> = {},
): string =>
  `/login/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUris[0] as string,
    scope: 'openid profile email',
    state: 'a state',
    ...own,
  })}`;

/** The page of a request from before the sign-in. A user who signs in elsewhere comes back to it. */
export async function openedPage(page: Page, ...request: Parameters<typeof requestOf>): Promise<string> {
  const answer = await page.request.get(requestOf(...request), { maxRedirects: 0 });
  return answer.headers().location ?? '';
}

/** The address at the client where the browser ends. */
export async function arrival(page: Page): Promise<URL> {
  await page.waitForURL('https://app.example/**');
  return new URL(page.url());
}
