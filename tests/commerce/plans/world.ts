import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import { startShop } from '../world.ts';

export interface Term {
  name: string;
  state: string;
  plan: string;
  startDate: string;
  endDate: string;
  endedTime: string;
  pricing: string;
  renewalOrder: string;
  renewalTime: string;
  nextPlan: string;
  nextPlanTime: string;
}

interface Order {
  plan?: string;
  period?: string;
  pricing?: string;
  isRenewing?: string;
}

/** A shop of plans: acme offers `silver` and `gold` at the pricing `main`. People pay by Stripe, or by the given vendor. */
export async function startPlans(start: string, { provider = 'stripe', startVendor = startStripe } = {}) {
  const time = { now: () => new Date(start) };
  const stripe = await startVendor({ now: () => time.now() });
  const shop = await startShop({ [provider]: stripe }, { start: Date.parse(start) });
  time.now = shop.now;
  const { admin } = shop.acme;
  const plans = { silver: [9.9, 99], gold: [20, 200] } as const;
  for (const [name, [pricePerMonth, pricePerYear]] of Object.entries(plans)) {
    await add(admin, 'role', { owner: 'acme', name, displayName: name });
    await add(admin, 'plan', {
      ...{ owner: 'acme', name, displayName: name, role: `acme/${name}`, currency: 'USD' },
      ...{ pricePerMonth, pricePerYear, options: [`${name} support`], seats: 5 },
    });
  }
  await add(admin, 'pricing', {
    ...{ owner: 'acme', name: 'main', displayName: 'Main', trialDuration: 7 },
    ...{ plans: ['acme/silver', 'acme/gold'], providers: [provider] },
  });

  for (const name of ['bob', 'carol', 'dave'])
    await add(shop.root, 'user', { owner: 'acme', name, displayName: name, password });

  const query = ({ plan = 'silver', period = 'month', pricing = 'main', isRenewing = '' }: Order = {}) => ({
    ...{ id: `acme/${plan}`, pricing: `acme/${pricing}`, period, providerName: provider, isRenewing },
  });
  const newest = () => String(stripe.orders().at(-1)?.id);
  const notify = async (payment: string) =>
    shop.notify({ product: 'plan', provider, payment }, await stripe.notification(payment));

  return {
    ...{ shop, stripe, admin, notify, newest },
    /** An order as it is stored. It needs no session. */
    async order(name: string) {
      const row = await shop.app.db('payments').where({ name }).first();
      const [from, to]: [Date, Date] = [row.period_start, row.period_end];
      return {
        plan: row.plan,
        price: Number(row.price),
        credit: Number(row.credit),
        days: from && (+to - +from) / 86_400_000,
      };
    },
    /** Alice, bob, carol or dave, signed in. Sessions end while the clock moves. */
    person: (name: string): Promise<Client> => shop.app.signedIn('acme', name, password),
    /** Moves the clock to a time, and waits until the server has seen what ended. */
    async goTo(moment: string): Promise<void> {
      shop.later(Date.parse(moment) - shop.now().getTime());
      await shop.tick();
      const left = () => shop.app.db('jobs.job').where({ name: 'subscriptions-due' }).where('state', '<', 'completed');
      while ((await left()).length > 0) await pause(50);
    },
    choose: async (client: Client, order?: Order) =>
      (await client.post('buy-plan', undefined, { query: query(order) })).body,
    /** Orders and pays. The number of the order. */
    async pay(client: Client, order?: Order): Promise<string> {
      const body = await this.choose(client, order);
      if (body.status !== 'ok') throw new Error(String(body.msg));
      const payment = newest();
      await stripe.pay(payment);
      await notify(payment);
      return payment;
    },
    async terms(user = 'alice'): Promise<Term[]> {
      const { data } = (await shop.acme.application.get('get-subscriptions', { owner: 'acme' })).body;
      return (data as (Term & { user: string })[]).filter((each) => each.user === `acme/${user}`);
    },
    async roles(user = 'alice'): Promise<string[]> {
      return (await shop.acme.application.get('get-all-roles', { userId: `acme/${user}` })).body.data as string[];
    },
    /** The events of a person's subscription, the first first. */
    async told(user: string): Promise<string[]> {
      const [term] = await this.terms(user);
      const events = shop.app.db('events').where({ object: `subscription acme/${term?.name}` });
      return events.whereNot('event', '').orderBy('id').pluck('event');
    },
    /** Somebody of another organization. */
    async stranger(): Promise<Client> {
      await add(shop.root, 'organization', { name: 'hooli', displayName: 'Hooli' });
      await add(shop.root, 'user', { owner: 'hooli', name: 'gavin', displayName: 'Gavin', password });
      return shop.app.signedIn('hooli', 'gavin', password);
    },
    trial: async (client: Client, plan = 'silver') =>
      (await client.post('start-trial', undefined, { query: { id: `acme/${plan}`, pricing: 'acme/main' } })).body,
  };
}

export type PlanShop = Awaited<ReturnType<typeof startPlans>>;
