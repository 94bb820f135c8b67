import { startApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { handTicker } from '../harness/hand-ticker.ts';
import { add, createTenant, password } from '../harness/world.ts';
import type { Notification, Vendor } from './stand-ins/vendor.ts';

export interface Answer {
  status: string;
  msg: string;
  code?: string;
  data: never;
  data2: never;
}

/**
 * A server with a shop: one provider for each vendor, and the organization `acme` whose alice buys. The clock stands still until a test
 * moves it, and ticks come when a test asks for them.
 */
export async function startShop(vendors: Readonly<Record<string, Vendor>>, { start = Date.now(), settings = {} } = {}) {
  let time = start;
  const now = () => new Date(time);
  const clock = handTicker();
  const reroute = (url: URL) => Object.values(vendors).reduce((address, vendor) => vendor.reroute(address), url);
  const usual = { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' };
  const app = await startApp({ now, reroute, settings: { ...usual, ...settings }, ticker: clock.ticker });
  const root = await app.admin();
  const acme = await createTenant(app, root, 'acme');
  for (const [name, { provider, cert }] of Object.entries(vendors)) {
    if (cert) await add(root, 'cert', { ...cert, name: `cert-${name}` });
    await add(root, 'provider', { name, displayName: name, ...provider, ...(cert && { cert: `cert-${name}` }) });
  }

  const addProduct = (name: string, more: Record<string, unknown> = {}) =>
    add(root, 'product', {
      ...{ name, displayName: 'A ticket', detail: 'For one day', tag: 'Tickets', currency: 'USD', price: 9.9 },
      ...{ quantity: 50, sold: 0, state: 'Published', providers: Object.keys(vendors), ...more },
    });
  const read = async (kind: string, name: string) => (await root.get(`get-${kind}`, { id: `admin/${name}` })).body.data;

  return {
    ...{ app, root, clock, now, acme },
    alice: acme.user,
    addProduct,
    product: (name: string): Promise<{ quantity: number; sold: number; version: number }> => read('product', name),
    payment: (name: string): Promise<Record<string, never>> => read('payment', name),
    events: async (name: string) =>
      (await root.get('get-payment-events', { id: `admin/${name}` })).body.data as Record<string, string>[],
    /** Another person of acme, signed in. */
    async person(name: string): Promise<Client> {
      await add(root, 'user', { owner: 'acme', name, displayName: name, password });
      return app.signedIn('acme', name, password);
    },
    buy: (client: Client, product: string, provider: string) =>
      client.post('buy-product', undefined, { query: { id: `admin/${product}`, providerName: provider } }),
    /** The number of an order that somebody has placed and whose page they have opened: some vendors learn of it only then. */
    async order(client: Client, product: string, provider: string): Promise<string> {
      const { body } = await this.buy(client, product, provider);
      if (body.status !== 'ok') throw new Error(`could not buy ${product}: ${body.msg}`);
      const page = new URL(String(body.data));
      const there = reroute(page);
      if (there !== page) await fetch(there);
      const row = await app
        .db('payment_events')
        .join('payments', 'payments.name', 'payment_events.payment')
        .where({ product_name: product, provider, 'payment_events.type': 'placed' })
        .orderBy('payment_events.id', 'desc')
        .first('payments.name');
      return row.name;
    },
    confirm: (client: Client, name: string) =>
      client.post('confirm-payment', undefined, { query: { id: `admin/${name}` } }),
    /** Sends a notification to the address of an order, or to the one of its provider. */
    async notify(
      order: { provider: string; product?: string; payment?: string },
      { method, headers, query, body }: Notification,
    ) {
      const names = ['admin', order.provider, order.product, order.payment].filter((name) => name !== undefined);
      const path = names.map(encodeURIComponent).join('/');
      return fetch(`${app.url}/api/notify-payment/${path}${query && `?${query}`}`, { method, headers, body });
    },
    later(ms: number) {
      time += ms;
    },
    /** The clock's questions that are due now. It waits for their end. */
    async tick() {
      await clock.tick('*/5 * * * * *', now());
      await clock.tick('*/15 * * * * *', now());
    },
    async stop() {
      await app.stop();
      await Promise.all(Object.values(vendors).map((vendor) => vendor.stop()));
    },
  };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
