import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import type { BrowserContext, Route } from 'playwright-core';
import { type Browser, openBrowser, type Visitor } from '../console/world/browser.ts';
import { add, password } from '../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../protocol/world.ts';
import { type StandIns, startStandIns } from './stand-ins/stand-in.ts';
import { createRows, type Row } from './table.ts';
import { servicesSettings } from './world.ts';

export interface ServicePages extends ProtocolWorld {
  rows: Row[];
  standIns: StandIns;
  /** The name of the provider of a row. */
  providerOf: (row: Row) => string;
  visit: (options?: Parameters<Browser['visit']>[1]) => Promise<Visitor>;
  stop: () => Promise<void>;
}

const nameOf = (type: string) => type.toLowerCase().replaceAll(' ', '-');

/** The browser reaches the stand-ins under the addresses of the services. */
async function leadToStandIns(context: BrowserContext, { hosts, reroute }: StandIns): Promise<void> {
  await context.route(
    (url) => hosts.has(url.host),
    async (route) => {
      const response = await fetch(reroute(new URL(route.request().url())), { redirect: 'manual' });
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
    },
  );
}

/** Services have the pictures of their users. */
const showPicture = (route: Route): Promise<void> =>
  route.request().resourceType() === 'image'
    ? route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    : route.fallback();

/** A server with a provider for each row of the table, and a browser. Clients live at https://app.example. */
export async function openServicePages(): Promise<ServicePages> {
  const browser = await openBrowser();
  const rows = await createRows();
  const standIns = await startStandIns(rows.map(({ standIn }) => standIn));
  const world = await createProtocolWorld({ settings: servicesSettings, reroute: standIns.reroute });
  for (const { type, standIn, fields } of rows) {
    const { clientId, clientSecret } = standIn;
    const provider = { name: nameOf(type), category: 'OAuth', type, clientId, clientSecret, ...fields };
    standIn.redirectUris.push(`${world.app.url}${callbackPathOf(await add(world.root, 'provider', provider))}`);
  }
  return {
    ...world,
    ...{ rows, standIns, providerOf: ({ type }) => nameOf(type) },
    async visit(options) {
      const visitor = await browser.visit(world.app.url, options);
      await leadToStandIns(visitor.context, standIns);
      await visitor.context.route('https://app.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>client</title><h1>Client</h1>' }),
      );
      await visitor.context.route(/^https:/, (route) => showPicture(route));
      return visitor;
    },
    async stop() {
      await browser.close();
      await world.app.stop();
      standIns.stop();
    },
  };
}

export { password };
