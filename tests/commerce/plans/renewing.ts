import { expect } from 'vitest';
import type { Client } from '../../harness/client.ts';
import type { Agreement, BillingVendor } from '../stand-ins/billing.ts';
import { startPayPal } from '../stand-ins/paypal.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Notification } from '../stand-ins/vendor.ts';
import { startPlans } from './world.ts';

/** The vendors that take the money of later periods by themselves. */
export const renewing = [
  { type: 'Stripe', provider: 'stripe', startVendor: startStripe },
  { type: 'PayPal', provider: 'paypal', startVendor: startPayPal },
];

const jobs = [
  'subscriptions-due',
  'renewals-due',
  'renewals-unwanted',
  'renewal-question',
  'payment-reconciliations-due',
  'payment-reconciliation',
];

/** A shop of plans whose buyers choose that the plan renews by itself. */
export async function startRenewals(start: string, by: (typeof renewing)[number]) {
  const plans = await startPlans(start, by);
  const { shop } = plans;
  const vendor: BillingVendor = plans.stripe;
  const { db } = shop.app;

  const names = (user: string): Promise<string[]> => db('payments').where({ user }).orderBy('paid_time').pluck('name');
  const agreementOf = (order: string): Agreement => {
    const found = vendor.agreements().find((each) => each.order === order);
    if (!found) throw new Error(`The vendor has no subscription of the order ${order}`);
    return found;
  };

  return {
    ...{ plans, shop, vendor, agreementOf },
    notify: (sent: Notification) => shop.notify({ provider: by.provider }, sent),
    /** Lets the server look at what is due, until nothing is left to do. */
    async settle(): Promise<void> {
      shop.later(1_000);
      await shop.tick();
      // A job that waits for its next try is no reason to wait here.
      const left = () => db('jobs.job').whereIn('name', jobs).whereIn('state', ['created', 'active']).pluck('name');
      await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    },
    /** Moves the vendor's clock to now. The notifications about one subscription, and none about the others. */
    charge: (order: string): Notification[] =>
      vendor.advance(shop.now()).filter(({ body }) => body.includes(agreementOf(order).id)),
    /** Moves the clock of the server only. Vendors have one of their own. */
    moveTo: (moment: string) => shop.later(Date.parse(moment) - shop.now().getTime()),
    /** Buys a month that renews. The number of the order. */
    async subscribe(client: Client, user: string): Promise<string> {
      const body = await plans.choose(client, { isRenewing: 'true' });
      if (body.status !== 'ok') throw new Error(String(body.msg));
      const row = await db('payments').where({ user, state: 'Created' }).orderBy('created_time', 'desc').first('name');
      await vendor.pay(row.name);
      await this.notify(await vendor.notification(row.name));
      return row.name;
    },
    /** The payments of a person, the first first. */
    async payments(user: string) {
      const found = await Promise.all((await names(user)).map((name) => db('payments').where({ name }).first()));
      return found.map(({ name, state, period_start, period_end, renewal_of, amount }) => ({
        ...{ name, state, renewalOf: renewal_of, amount: Number(amount) },
        ...{ from: period_start?.toISOString() ?? '', until: period_end?.toISOString() ?? '' },
      }));
    },
    /** What the person sees of their subscription. */
    async own(client: Client) {
      return (await client.get('get-own-subscriptions')).body.data[0];
    },
    async set(what: 'cancel' | 'resume', user: string) {
      const [term] = await plans.terms(user);
      const query = { id: `acme/${term?.name}` };
      return (await (await plans.person(user)).post(`${what}-subscription`, undefined, { query })).body;
    },
  };
}

export type Renewals = Awaited<ReturnType<typeof startRenewals>>;
