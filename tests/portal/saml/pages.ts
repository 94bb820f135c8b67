import type { Page, Request } from 'playwright-core';
import { samlIn } from '../../protocol/saml/world.ts';
import { openPortal } from '../world/portal-pages.ts';

const arrived = '<!doctype html><html lang="en"><title>Service</title><h1>Service</h1>';

/** What the browser brought to the service provider. */
export interface Brought {
  method: string;
  fields: Record<string, string>;
}

const broughtBy = (request: Request): Brought => ({
  method: request.method(),
  fields: Object.fromEntries(
    request.method() === 'POST' ? new URLSearchParams(request.postData() ?? '') : new URL(request.url()).searchParams,
  ),
});

/** A server with a service provider of SAML at https://sp.example, and a browser. */
export async function openSamlPages() {
  const portal = await openPortal();
  const saml = await samlIn(portal);
  return {
    ...portal,
    ...saml,
    async visit() {
      const visitor = await portal.visit();
      const brought: Brought[] = [];
      await visitor.context.route('https://sp.example/**', async (route) => {
        if (new URL(route.request().url()).pathname !== '/favicon.ico') brought.push(broughtBy(route.request()));
        await route.fulfill({ contentType: 'text/html', body: arrived });
      });
      return { ...visitor, brought };
    },
  };
}

export type SamlPages = Awaited<ReturnType<typeof openSamlPages>>;

export const atService = (page: Page) => page.getByRole('heading', { name: 'Service' }).waitFor();
