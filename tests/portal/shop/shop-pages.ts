import { startStripe } from '../../commerce/stand-ins/stripe.ts';
import type { Vendor } from '../../commerce/stand-ins/vendor.ts';
import { type Shop, startShop } from '../../commerce/world.ts';
import { openBrowser, signInAs, type Visitor } from '../../console/world/browser.ts';
import type { Client } from '../../harness/client.ts';

/** Stripe's page, where the buyer enters a card. */
const stripePage = '<!doctype html><html lang="en"><title>Stripe</title><h1>Stripe</h1>';

export interface ShopPages {
  shop: Shop;
  stripe: Vendor;
  /** A browser that is signed in as a client, at a page. */
  visit: (path: string, client?: Client) => Promise<Visitor>;
  /** The name of the last order at a vendor. */
  lastOrder: (vendor: Vendor) => string;
  stop: () => Promise<void>;
}

/** A shop with Stripe, and a browser. The journeys have the other services. */
export async function openShopPages(): Promise<ShopPages> {
  const [stripe, browser] = await Promise.all([startStripe(), openBrowser()]);
  const shop = await startShop({ stripe });
  return {
    ...{ shop, stripe },
    async visit(path, client = shop.alice) {
      const visitor = await browser.visit(shop.app.url, { reducedMotion: 'reduce' });
      await signInAs(visitor, client, shop.app.url);
      await visitor.context.route('https://checkout.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: stripePage }),
      );
      await visitor.page.goto(path);
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      return visitor;
    },
    lastOrder: (vendor) => vendor.orders().at(-1)?.id ?? '',
    async stop() {
      await browser.close();
      await shop.stop();
    },
  };
}
