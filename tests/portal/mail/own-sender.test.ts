import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { linkTo } from '../links/link-letters.ts';
import { startSmsService } from '../sms/sms-service.ts';
import { portalSettings } from '../world/portal-world.ts';
import { type MailServer, mailProvider, startMailServer } from './mail-server.ts';

let app: TestApp;
let root: Client;
/** The mail server of the platform, and that of the organization acme. */
let platform: MailServer;
let acme: MailServer;
let texts: { platform: Awaited<ReturnType<typeof startSmsService>>; acme: Awaited<ReturnType<typeof startSmsService>> };

const smsProvider = (name: string, { url }: { url: string }) => ({
  ...{ name, category: 'SMS', type: 'Aliyun SMS', clientId: 'access-id', clientSecret: 'access-secret' },
  ...{ endpoint: url, signName: 'Acme', templateCode: 'SMS_1' },
});
const named = { audience: 'named', organizations: ['acme'] };
const update = async (kind: string, id: string, change: object) =>
  expect((await root.post(`update-${kind}`, change, { query: { id } })).body).toMatchObject({ status: 'ok' });
const platformSends = (names: string[]) =>
  update('application', 'admin/app-built-in', { providers: names.map((name) => ({ name })) });

beforeAll(async () => {
  const sms = () => startSmsService('access-id', 'access-secret');
  const servers = await Promise.all([startMailServer(), startMailServer(), sms(), sms()]);
  [platform, acme] = servers;
  texts = { platform: servers[2], acme: servers[3] };
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', weakSecondFactors: ['email', 'phone'], phonePrefix: '86' });
  await update('organization', 'admin/built-in', { weakSecondFactors: ['email'] });
  await add(root, 'provider', mailProvider('platform_mail', platform));
  await add(root, 'provider', smsProvider('platform_sms', texts.platform));
  await add(root, 'provider', { ...mailProvider('acme_mail', acme), ...named });
  await add(root, 'provider', { ...smsProvider('acme_sms', texts.acme), ...named });
  await add(root, 'application', {
    ...{ name: 'shop', organization: 'acme', cert: 'cert-built-in' },
    ...{ enableCodeSignin: true, enableLinkSignin: true },
    // The organization lists its own servers, in the place of those for all.
    providers: [{ name: 'acme_mail' }, { name: 'acme_sms' }],
  });
  await platformSends(['platform_mail', 'platform_sms']);
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([platform?.stop(), acme?.stop()]);
  for (const each of Object.values(texts ?? {})) each.stop();
});

interface Person {
  owner: string;
  name: string;
  email: string;
  phone: string;
}
let numbers = 10_000_000;

async function person(more: Record<string, unknown> = {}): Promise<Person> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  numbers += 1;
  const contact = { email: `${name}@acme.example`, phone: `138${numbers}` };
  const user = { owner: 'acme', name, password, signupApplication: 'shop', ...contact, ...more };
  await add(root, 'user', user);
  return user;
}

const client = () => app.client({ 'X-Forwarded-For': `198.51.100.${Math.floor(Math.random() * 250)}` });
const ask = async (dest: string, more: Record<string, string> = {}) => {
  const form = { type: dest.includes('@') ? 'email' : 'phone', dest, applicationId: 'admin/shop', checkUser: '' };
  return (await client().post('send-verification-code', new URLSearchParams({ ...form, ...more }))).body;
};
const mailed = (server: MailServer, { email }: Person) => server.received.filter(({ to }) => to.includes(email));
const signIn = async (at: Client, { owner, name }: Person, application = 'shop') =>
  (await at.post('login', { type: 'login', application, organization: owner, username: name, password })).body;
/** A later letter of the same line of jobs has arrived, so an earlier one would have arrived too. */
const nothingCame = (someone: Person) => expect(mailed(acme, someone)).toEqual([]);

describe('S9 35.2 a code for a global administrator who belongs to an organization goes through the platform', () => {
  const flagged = { isGlobalAdmin: true };

  test('S9 35.2 for sign-in, recovery and by a link', async () => {
    const [alice, greta] = [await person(), await person(flagged)];
    expect(await ask(alice.email)).toMatchObject({ status: 'ok' });
    expect(await ask(greta.email)).toMatchObject({ status: 'ok' });
    expect(await acme.codeTo(alice.email)).toMatch(/^\d{6}$/);
    const code = await platform.codeTo(greta.email);
    const at = client();
    const form = { type: 'login', application: 'shop', organization: 'acme', username: greta.email, code };
    expect((await at.post('login', form)).body).toMatchObject({ status: 'ok' });

    const gina = await person(flagged);
    expect(await ask(gina.email, { method: 'forget', checkUser: gina.name })).toMatchObject({ status: 'ok' });
    await platform.codeTo(gina.email);

    const gerda = await person(flagged);
    const link = { type: 'login', application: 'shop', organization: 'acme', email: gerda.email };
    expect((await client().post('send-sign-in-link', link)).body).toMatchObject({ status: 'ok' });
    await linkTo(platform, gerda.email);
    for (const each of [greta, gina, gerda]) nothingCame(each);
    expect(mailed(platform, alice)).toEqual([]);
  });

  test('S9 35.2 by text message', async () => {
    const [alice, greta] = [await person(), await person(flagged)];
    await ask(alice.phone);
    await ask(greta.phone);
    const sent = (at: keyof typeof texts, { phone }: Person) =>
      texts[at].sent.filter(({ PhoneNumbers }) => PhoneNumbers?.endsWith(phone)).length;
    await expect.poll(() => [sent('acme', alice), sent('platform', greta)], { timeout: 20_000 }).toEqual([1, 1]);
    expect([sent('platform', alice), sent('acme', greta)]).toEqual([0, 0]);
  });

  test('S9 35.2 and every letter about their account too: new browsers, changes and links', async () => {
    const greta = await person(flagged);
    await signIn(client(), greta);
    await signIn(client(), greta);
    await platform.mailTo(greta.email, /New sign-in/);
    const { owner, name } = greta;
    expect((await root.post('send-password-link', { owner, name })).body).toMatchObject({ status: 'ok' });
    await platform.mailTo(greta.email, /#password-link=|password/i);
    await update('user', `${owner}/${name}`, { requireSecondFactor: true });
    await expect.poll(() => mailed(platform, greta).length, { timeout: 20_000 }).toBe(3);
    await root.post('delete-user', { owner, name });
    nothingCame(greta);
  });
});

test('S9 35.2 a second factor of the platform’s people goes through the platform at every application', async () => {
  const bob = await person({ owner: 'built-in', signupApplication: '' });
  const own = client();
  await signIn(own, bob, 'app-built-in');
  await own.post('begin-factor', { type: 'email' });
  const code = await platform.codeTo(bob.email);
  expect((await own.post('add-factor', { type: 'email', code })).body).toMatchObject({ status: 'ok' });
  const known = mailed(platform, bob).length;
  // The earlier code blocks another one for a minute.
  await app.db('verification_codes').where({ owner: 'built-in', user: bob.name }).delete();
  const away = client();
  expect(await signIn(away, bob)).toMatchObject({ code: 'factor-required' });
  expect((await away.post('ask-factor', { factor: 'email' })).body).toMatchObject({ status: 'ok' });
  await expect
    .poll(() => mailed(platform, bob).filter(({ text }) => /code is \d{6}/.test(text)).length, { timeout: 20_000 })
    .toBe(2);
  expect(mailed(platform, bob).length).toBeGreaterThan(known);
  nothingCame(bob);
});

test('S9 35.2 without a mail server of the platform such a code is refused, and the answer tells strangers nothing', async () => {
  const bob = await person({ owner: 'built-in', signupApplication: '' });
  const [alice, greta] = [await person(), await person({ isGlobalAdmin: true })];
  const own = client();
  await signIn(own, bob, 'app-built-in');
  // A server that serves another organization only is not the platform's own.
  await platformSends(['acme_mail']);
  expect((await own.post('begin-factor', { type: 'email' })).body).toMatchObject({ code: 'email-provider-missing' });
  const [unknown, known] = [await ask(greta.email), await ask(alice.email)];
  expect(unknown).toEqual(known);
  await acme.codeTo(alice.email);
  await platformSends(['platform_mail', 'platform_sms']);
  for (const each of [bob, greta]) nothingCame(each);
});

test('S9 35.2 a proof of a new address goes through the user’s own organization, whichever application the request names', async () => {
  await add(root, 'organization', { name: 'globex', displayName: 'Globex' });
  await add(root, 'application', { name: 'globex-app', organization: 'globex', cert: 'cert-built-in' });
  const carl = await person({ owner: 'globex', signupApplication: 'globex-app' });
  const own = client();
  await signIn(own, carl, 'globex-app');
  const form = {
    type: 'email',
    dest: 'ceo@globex.example',
    applicationId: 'admin/shop',
    checkUser: '',
    method: 'reset',
  };
  const answer = (await own.post('send-verification-code', new URLSearchParams(form))).body;
  expect(answer).toMatchObject({ code: 'email-provider-missing' });
  expect(acme.received.filter(({ to }) => to.includes('ceo@globex.example'))).toEqual([]);
});
