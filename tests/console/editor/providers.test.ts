import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  desk = await openDesk({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
});

afterAll(async () => {
  await desk?.close();
  await mail?.stop();
});
// The browser has nothing to complain of.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const toggle = (label: string) => desk.page.getByRole('button', { name: new RegExp(`^${label}:`) });

async function open(provider: Record<string, unknown>): Promise<void> {
  const name = `provider-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'provider', { ...provider, name });
  await desk.page.goto(`/providers/${name}`);
  await desk.heading('Edit Provider');
}

test('a mail server is tried from the page of its provider: it is reached, and a letter arrives', async () => {
  const { page, field, button } = desk;
  await open({ ...mailProvider('', mail), displayName: 'Post office' });
  await button('Test connection').click();
  await page.getByText('Successfully connecting smtp server').first().waitFor();
  expect(mail.received).toEqual([]);
  const send = button('Send test email');
  await expect.poll(() => send.isDisabled()).toBe(true);
  await field('Send to').fill('not an address');
  await expect.poll(() => send.isDisabled()).toBe(true);
  const address = `${randomUUID()}@example.com`;
  await field('Send to').fill(address);
  await send.click();
  await page.getByText('Successfully send email').first().waitFor();
  expect((await mail.mailTo(address)).text).toContain('From: Post office');
});

test('a mail server that refuses is said to, in its own words', async () => {
  await open({ ...mailProvider('', mail), clientSecret: 'not the password' });
  await desk.button('Test connection').click();
  await desk.page.getByText('535 wrong user name or password').first().waitFor();
  // A refusal calls a field what the form calls it now.
  await desk.field('Host').fill('mail.example');
  await desk.button('Save').click();
  await desk.page.getByText('Password: was masked').waitFor();
});

test('credentials are called what the service calls them', async () => {
  const { page, field, choose } = desk;
  await open({ category: 'OAuth', type: 'WeCom', subType: 'Internal' });
  for (const label of ['Client ID', 'Client secret', 'Agent ID']) await field(label).waitFor();
  await choose(toggle('Subtype'), 'Third-party');
  await field('Agent ID').waitFor({ state: 'detached' });
  for (const [category, type, labels] of [
    ['Email', 'Default', ['Username', 'Password']],
    ['SMS', 'Volc Engine SMS', ['Access key', 'Secret access key', 'SMS account']],
    ['SMS', 'Huawei Cloud SMS', ['App key', 'App secret', 'Channel No.']],
    ['SMS', 'Tencent Cloud SMS', ['Client ID', 'Client secret', 'App ID']],
    ['Captcha', 'hCaptcha', ['Site key', 'Secret key']],
    ['Captcha', 'Aliyun Captcha', ['Access key', 'Secret access key', 'Scene', 'App key']],
  ] as const) {
    await choose(toggle('Category'), category);
    await choose(toggle('Type'), type);
    for (const label of labels) await field(label).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Domain' }).count()).toBe(0);
  }
});

test('a service of one’s own starts with the usual addresses and scope, and keeps what was written', async () => {
  const { field, choose } = desk;
  await open({ category: 'OAuth', type: 'GitHub', customTokenUrl: 'https://id.example/token' });
  await choose(toggle('Type'), 'Custom');
  await expect.poll(() => field('Scope').inputValue()).toBe('openid profile email');
  await expect.poll(() => field('Auth URL').inputValue()).toBe(`${desk.app.url}/login/oauth/authorize`);
  await expect.poll(() => field('Token URL').inputValue()).toBe('https://id.example/token');
  await expect.poll(() => field('UserInfo URL').inputValue()).toBe(`${desk.app.url}/api/userinfo`);
});

test('17.6 list and editor say for whom a provider is: all organizations, or those by name', async () => {
  const { page, admin, choose, save, stored } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'provider', { name: 'relay', category: 'OAuth', type: 'GitHub' });
  await page.goto('/providers');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'relay', exact: true }) });
  await row.getByText('All organizations', { exact: true }).waitFor();
  await row.getByRole('link', { name: 'relay', exact: true }).click();
  await desk.heading('Edit Provider');
  await expect.poll(() => desk.field('Organizations').count()).toBe(0);
  await choose(toggle('Audience'), 'Named organizations');
  await choose(desk.field('Organizations').first(), 'acme');
  await save();
  expect(await stored('provider', 'admin/relay')).toMatchObject({ audience: 'named', organizations: ['acme'] });
  await page.goto('/providers');
  await row.getByRole('link', { name: 'acme', exact: true }).waitFor();
});
