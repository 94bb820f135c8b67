import { afterAll, beforeAll, expect, test } from 'vitest';
import { digitsHeard } from '../../harness/beeps.ts';
import { add } from '../../harness/world.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';
import { type CodeUsers, codeUsers, login } from './code-users.ts';

const minute = 60_000;
const hour = 60 * minute;

let servers: ShopServers;
let people: CodeUsers;
beforeAll(async () => {
  servers = await startShopServers();
  people = codeUsers(servers);
  // The clock moves by days, longer than a session lasts.
  for (const name of ['tina', 'tom', 'theda', 'tilda']) await people.aUser(name);
  await add(servers.root, 'organization', { name: 'globex' });
  await add(servers.root, 'application', { name: 'globex-shop', organization: 'globex', cert: 'cert-built-in' });
});
afterAll(() => servers?.stop());

/** The answer of the captcha that the shop requires, if it requires one. */
async function solved(): Promise<Record<string, string> | undefined> {
  const { body } = await from(servers.app).get('get-captcha', { applicationId: 'admin/shop', form: 'sound' });
  if (body.data.type === 'none') return;
  return {
    checkType: body.data.type,
    checkId: body.data.captchaId,
    checkKey: digitsHeard(body.data.captchaSound),
  };
}

/** The code in the letter that an action sends. */
async function codeAfter(email: string, act: () => Promise<string>): Promise<string> {
  const before = servers.mail.received.length;
  expect(await act()).toBe('ok');
  await expect.poll(() => servers.mail.received.length).toBe(before + 1);
  return servers.mail.codeTo(email);
}

const invited = async (name: string) => {
  const email = `${name}@acme.example`;
  const ask = async () => (await askForCode(from(servers.app), email, login)).status;
  return { email, code: await codeAfter(email, ask) };
};

test('17.11 waits for wrong codes double up to a day, and guessing slowly does not escape them', async () => {
  const email = 'tina@acme.example';
  const guess = () => people.outcome(email, '000000');
  const waits = [];
  for (let round = 0; round < 12; round += 1) {
    // Nine guesses at once and the tenth hours later count as ten.
    for (let tries = 0; tries < 9; tries += 1) await guess();
    servers.later(3 * hour);
    await guess();
    const { code, data } = (await people.signIn(email, '000000')).body;
    expect(code).toBe('locked');
    waits.push(data.retryAfterSeconds / 60);
    servers.later(data.retryAfterSeconds * 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
});

test('17.11 S24 a stranger who guesses codes does not lock out a browser that the user has used before', async () => {
  const { email, code } = await invited('tom');
  const browser = from(servers.app);
  expect(await people.outcome(email, code, 'shop', browser)).toBe('ok');
  await browser.post('logout');
  servers.later(minute);
  for (let tries = 0; tries < 10; tries += 1) expect(await people.outcome(email, '000000')).toBe('code-not-sent');
  const { code: fresh } = await invited('tom');
  expect(await people.outcome(email, fresh)).toBe('locked');
  expect(await people.outcome(email, fresh, 'shop', browser)).toBe('ok');
});

test('17.11 after a hundred wrong codes in an hour an organization has stricter rules, and refuses nobody', async () => {
  servers.later(2 * hour);
  const [guessed, right] = [await invited('theda'), await invited('tilda')];
  expect(await solved()).toBeUndefined();
  for (let tries = 0; tries < 100; tries += 1)
    expect(await people.outcome(`nobody-${tries}@acme.example`, '000000')).toBe('code-not-sent');

  // Each code takes one wrong guess instead of five, and the right one at once.
  expect(await people.outcome(right.email, right.code)).toBe('ok');
  expect(await people.outcome(guessed.email, otherThan(guessed.code))).toBe('code-wrong');
  expect(await people.outcome(guessed.email, guessed.code)).toBe('code-void');

  // Each new code costs a captcha, although the application has none.
  servers.later(minute);
  const ask = async (answer: Record<string, string> = {}) =>
    (await askForCode(from(servers.other), guessed.email, { ...login, ...answer })).code ?? 'ok';
  expect(await ask()).toBe('captcha-failed');
  const fresh = await codeAfter(guessed.email, async () => ask(await solved()));
  expect(await people.outcome(guessed.email, fresh)).toBe('ok');

  // Other organizations are not affected, and an hour later the rules end.
  const elsewhere = await from(servers.app).get('get-captcha', { applicationId: 'admin/globex-shop' });
  expect(elsewhere.body.data.type).toBe('none');
  servers.later(hour);
  expect(await solved()).toBeUndefined();
});
