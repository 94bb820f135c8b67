import type { Vendor } from '../../commerce/stand-ins/vendor.ts';
import { vendors } from '../../commerce/vendors/table.ts';
import { startShop } from '../../commerce/world.ts';
import { openBrowser, signInAs } from '../../console/world/browser.ts';
import { add } from '../../harness/world.ts';

const iPhone = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1',
  ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** The name of a channel's provider and product. */
export const nameOf = (type: string): string => type.toLowerCase().replace(' ', '-');

/** The name that people read. */
export const teaBy = (type: string): string => `Tea by ${type}`;

/** A shop that sells one tea by each channel, and the browsers of alice at her desk and on her phone. */
export async function openJourneys() {
  const services = new Map<string, Vendor>();
  for (const { type, start } of vendors) services.set(type, await start({ now: () => shop.now() }));
  const browser = await openBrowser();
  const named = Object.fromEntries([...services].map(([type, vendor]) => [nameOf(type), vendor]));
  const shop = await startShop(named, { settings: { DOORWRIGHT_DUMMY_PAYMENTS: 'on' } });
  await add(shop.root, 'provider', { name: 'dummy', category: 'Payment', type: 'Dummy' });
  for (const { type, currency } of [...vendors, { type: 'Dummy', currency: 'USD' }]) {
    const tea = { displayName: teaBy(type), currency, price: 88, providers: [nameOf(type)] };
    await shop.addProduct(nameOf(type), tea);
  }
  async function visit(options: object) {
    const visitor = await browser.visit(shop.app.url, options);
    await signInAs(visitor, shop.alice, shop.app.url);
    return visitor;
  }
  return {
    shop,
    desk: await visit({}),
    phone: await visit(iPhone),
    serviceOf(type: string): Vendor {
      const service = services.get(type);
      if (!service) throw new Error(`no stand-in for ${type}`);
      return service;
    },
    async stop() {
      await browser.close();
      await shop.stop();
    },
  };
}

export type Journeys = Awaited<ReturnType<typeof openJourneys>>;
