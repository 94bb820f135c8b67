import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { type PlanShop, startPlans } from './world.ts';

let plans: PlanShop;
let mail: MailServer;
const start = '2027-04-01T12:00:00.000Z';
const address = 'alice@acme.example';
const dayMs = 86_400_000;

beforeAll(async () => {
  mail = await startMailServer();
  plans = await startPlans(start);
  const { root } = plans.shop;
  await add(root, 'provider', mailProvider('letters', mail));
  await root.post('update-application', { providers: [{ name: 'letters' }] }, { query: { id: 'admin/app-acme' } });
  await root.post('update-user', { email: address, language: 'de' }, { query: { id: 'acme/alice' } });
});
afterAll(async () => {
  await plans?.shop.stop();
  await mail?.stop();
});

const unfinished = () =>
  plans.shop.app.db('jobs.job').whereLike('name', 'subscription%').where('state', '<', 'completed').pluck('name');

/** Moves the clock to a day after the start, and lets the server look twice. The number of all letters so far. */
async function lettersOn(day: number): Promise<number> {
  const { shop } = plans;
  await plans.goTo(new Date(Date.parse(start) + day * dayMs).toISOString());
  for (let times = 0; times < 2; times++) await shop.clock.tick('*/10 * * * *', new Date(shop.now().getTime() + times));
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual([]);
  return mail.received.filter(({ to }) => to.includes(address)).length;
}

test('a subscriber gets one letter a week and one a day before the end, in their language', async () => {
  await plans.pay(plans.shop.alice);
  expect(await lettersOn(22)).toBe(0);
  expect(await lettersOn(23)).toBe(1);
  expect(await lettersOn(24)).toBe(1);
  expect(await lettersOn(29)).toBe(2);
  const { text } = await mail.mailTo(address);
  expect(text.replaceAll(/=\r\n/g, '')).toContain('Ihr Tarif silver');
  expect(text).toContain('/pricing/acme/main');
});

test('and one letter when the payment is past due', async () => {
  expect(await lettersOn(30.5)).toBe(3);
  expect(await lettersOn(32)).toBe(3);
  expect(await lettersOn(40)).toBe(3);
});

test('a year that renews is told of once, and asks for no payment', async () => {
  const { shop, stripe } = plans;
  const bob = 'bob@acme.example';
  const root = await shop.app.admin();
  await root.post('update-user', { email: bob }, { query: { id: 'acme/bob' } });
  const { body } = await shop.app.signedIn('acme', 'bob', password).then((client) =>
    client.post('buy-plan', undefined, {
      query: { id: 'acme/gold', pricing: 'acme/main', period: 'year', providerName: 'stripe', isRenewing: 'true' },
    }),
  );
  expect(body).toMatchObject({ status: 'ok' });
  const payment = plans.newest();
  await stripe.pay(payment);
  await plans.notify(payment);
  const [term] = await plans.terms('bob');
  const end = (Date.parse(String(term?.endDate)) - Date.parse(start)) / dayMs;
  const lettersToBob = () => mail.received.filter(({ to }) => to.includes(bob)).length;
  await lettersOn(end - 8);
  expect(lettersToBob()).toBe(0);
  for (const day of [end - 6.5, end - 0.5]) await lettersOn(day);
  expect(lettersToBob()).toBe(1);
  const { text } = await mail.mailTo(bob);
  expect(text.replaceAll(/=\r\n/g, '')).toContain('gold at acme renews on');
});
