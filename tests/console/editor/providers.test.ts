import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { startSmsService } from '../../portal/sms/sms-service.ts';
import { findingsInFull } from '../world/axe.ts';
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
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const toggle = (label: string) => desk.page.getByRole('button', { name: new RegExp(`^${label}:`) });

async function open(provider: Record<string, unknown>): Promise<void> {
  const name = `provider-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'provider', { ...provider, name });
  await desk.page.goto(`/providers/${name}`);
  await desk.heading(name);
}

test('the page of a provider tests its mail server: it answers, and a message arrives', async () => {
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

test('35.28 the box of an email grows with its text, up to a hundred rows', async () => {
  await open(mailProvider('', mail));
  const box = desk.field('Email content');
  for (const [lines, rows] of [
    [3, '10'],
    [40, '40'],
    [250, '100'],
  ] as const) {
    await box.fill('A line\n'.repeat(lines - 1));
    await expect.poll(() => box.getAttribute('rows')).toBe(rows);
  }
});

test('the page shows the words of a mail server that refuses, and a quiet link to the guide', async () => {
  await open({ ...mailProvider('', mail), clientSecret: 'not the password' });
  await desk.button('Test connection').click();
  await desk.page.getByText('535 wrong user name or password').first().waitFor();
  const link = desk.page.getByRole('link', { name: 'See what to do', exact: true });
  const named = async (attribute: string) => link.getAttribute(attribute);
  expect(await Promise.all(['href', 'target', 'rel'].map(named))).toEqual([
    '/docs/errors/mail-failed',
    '_blank',
    'noopener',
  ]);
  expect(await findingsInFull(desk.page)).toEqual([]);
  // An error calls a field as the form does now.
  await desk.field('Host').fill('mail.example');
  await desk.button('Save').click();
  await desk.page
    .locator('[id$=-problem]')
    .getByText(/must be entered again/)
    .waitFor();
  // An error of a field says all.
  expect(await link.count()).toBe(1);
});

test('an SMS provider sends a test message from its page, and a refusal says why', async () => {
  const { page, field, button } = desk;
  const service = await startSmsService('the access key', 'the secret');
  const aliyun = { category: 'SMS', type: 'Aliyun SMS', clientId: 'the access key', endpoint: service.url };
  const words = { signName: 'Acme', templateCode: 'SMS_1' };
  const send = button('Send test message');
  try {
    await open({ ...aliyun, ...words, clientSecret: 'the secret' });
    await page.getByText('The message has the code 123456.').waitFor();
    await expect.poll(() => send.isDisabled()).toBe(true);
    await field('Send to').fill('12');
    await expect.poll(() => send.isDisabled()).toBe(true);
    await field('Send to').fill('+86 138 0013 8000');
    expect(await findingsInFull(page)).toEqual([]);
    await send.click();
    await page.getByText('The vendor accepted the message').first().waitFor();
    expect(service.sent).toMatchObject([{ PhoneNumbers: '8613800138000', TemplateParam: '{"code":"123456"}' }]);
    await open({ ...aliyun, ...words, clientSecret: 'a wrong secret' });
    await field('Send to').fill('13800138000');
    await send.click();
    await page
      .getByText(/SignatureDoesNotMatch/)
      .first()
      .waitFor();
    // A provider without a required field cannot send.
    await open({ ...aliyun, signName: 'Acme', clientSecret: 'the secret' });
    await field('Send to').fill('13800138000');
    await expect.poll(() => send.isDisabled()).toBe(true);
    expect(service.sent).toHaveLength(1);
  } finally {
    service.stop();
  }
});

test('the page asks for the address of the API, and tests nothing before it where the service has none of its own', async () => {
  const { field, button } = desk;
  const keys = { category: 'SMS', clientId: 'key', clientSecret: 'secret', appId: 'channel', templateCode: 'template' };
  await open({ ...keys, type: 'Huawei Cloud SMS' });
  const send = button('Send test message');
  await field('Send to').fill('13800138000');
  await field('API address').waitFor();
  await expect.poll(() => send.isDisabled()).toBe(true);
  await field('API address').fill('https://sms.example:443');
  // The secret goes to that address, so it is typed again.
  await button('Replace App secret').click();
  await field('App secret').fill('secret');
  await desk.save();
  await expect.poll(() => send.isDisabled()).toBe(false);
  await open({ ...keys, type: 'Twilio SMS', content: 'Your code is %s.' });
  await field('API address').waitFor();
  await field('Send to').fill('13800138000');
  await expect.poll(() => send.isDisabled()).toBe(false);
});

test('credentials have the names that the service gives them', async () => {
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
    ['Storage', 'Azure Blob', ['Storage account', 'Account key', 'Container', 'Endpoint']],
  ] as const) {
    await choose(toggle('Category'), category);
    await choose(toggle('Type'), type);
    for (const label of labels) await field(label).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Auth URL' }).count()).toBe(0);
  }
});

test('the console offers no type that does not work, and shows a stored one with a warning', async () => {
  const { page } = desk;
  const offered = () => page.getByRole('option').allTextContents();
  const warning = page.getByText('This type does not work yet.');
  const name = `provider-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'provider', { name, category: 'Captcha', type: 'Default' });
  await desk.app.db('providers').where({ name }).update({ type: 'GC' });
  await desk.page.goto(`/providers/${name}`);
  await desk.heading(name);
  await warning.waitFor();
  await toggle('Type').click();
  await expect.poll(offered).toContain('GC');
  await page.keyboard.press('Escape');
  await toggle('Category').click();
  await expect.poll(offered).toEqual(['OAuth', 'Email', 'SMS', 'Storage', 'SAML', 'Payment', 'Captcha']);
  await page.getByRole('option', { name: 'Payment' }).click();
  await warning.waitFor({ state: 'detached' });
  // Dummy waits for a setting of this installation.
  await toggle('Type').click();
  await expect.poll(offered).toEqual(['Alipay', 'WeChat Pay', 'PayPal', 'Stripe', 'GC']);
  await page.keyboard.press('Escape');
});

test('a type starts with its usual values, which leave with it; typed values stay', async () => {
  const domain = () => desk.field('Domain').inputValue();
  const from = async (provider: Record<string, unknown>, type: string) => {
    await open({ category: 'Storage', ...provider });
    await desk.choose(toggle('Type'), type);
  };
  await from({ type: 'AWS S3' }, 'Local file system');
  await expect.poll(domain).toBe(desk.app.url);
  await from({ type: 'Local File System', domain: desk.app.url }, 'Azure Blob');
  await expect.poll(domain).toBe('');
  await from({ type: 'Azure Blob', domain: 'https://files.example' }, 'Local file system');
  await expect.poll(domain).toBe('https://files.example');
});

test('a type describes itself and links to its vendor, and its fields have its help and marks', async () => {
  const { page, field } = desk;
  await open({ category: 'Storage', type: 'Azure Blob' });
  await page.getByText('Files in a container of Microsoft Azure.').waitFor();
  const link = page.getByRole('link', { name: 'Page of Azure Blob' });
  expect(await link.getAttribute('href')).toBe('https://azure.microsoft.com/products/storage/blobs');
  expect(await page.locator('label[for="bucket"]').textContent()).toContain('*');
  expect(await page.locator('label[for="domain"]').textContent()).not.toContain('*');
  await page.getByRole('button', { name: 'Help for Container' }).click();
  await page.getByText('Its access level must allow anonymous reads of blobs.').waitFor();
  await page.keyboard.press('Escape');
  await field('Container').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test('17.6 list and editor say which organizations may use a provider: all, or those by name', async () => {
  const { page, admin, choose, save, stored } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'provider', { name: 'relay', category: 'OAuth', type: 'GitHub' });
  await page.goto('/providers');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'relay', exact: true }) });
  await row.getByText('All organizations', { exact: true }).waitFor();
  await row.getByRole('link', { name: 'relay', exact: true }).click();
  await desk.heading('relay');
  await expect.poll(() => desk.field('Organizations').count()).toBe(0);
  await choose(toggle('Audience'), 'Named organizations');
  await choose(desk.field('Organizations').first(), 'acme');
  await save();
  expect(await stored('provider', 'admin/relay')).toMatchObject({ audience: 'named', organizations: ['acme'] });
  await page.goto('/providers');
  await row.getByRole('link', { name: 'acme', exact: true }).waitFor();
});

test('the page of a mail provider shows its letters as they are typed, in each language and without scripts', async () => {
  const { page, button } = desk;
  const mailTemplates = [
    {
      letter: 'code',
      language: 'de',
      title: 'Ihr Code',
      content: '<p style="color: #c00">Code {{code}}</p>',
      text: '',
    },
  ];
  await open({ ...mailProvider('', mail), content: '', title: '', mailTemplates });
  const preview = page.getByRole('region', { name: 'Preview of a letter' });
  const letter = preview.frameLocator('iframe');
  await letter.getByText('Your verification code is 123456.').waitFor();
  await preview.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  const code = letter.getByText('Code 123456');
  await code.waitFor();
  expect(await code.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(204, 0, 0)');
  await preview.getByText('Ihr Code').waitFor();
  expect(await preview.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  await desk.field('Email content').fill('<p>Plain %s</p><script>alert(1)</script>');
  await preview.getByRole('button', { name: 'Language: Deutsch' }).click();
  await page.getByRole('option', { name: 'Français' }).click();
  await letter.getByText('Plain 123456').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await desk.field('Send to').fill('reader@example.com');
  await button('Send test email').click();
  await page.getByText('Successfully send email').first().waitFor();
});

test('the form of XOAUTH2 starts with the addresses of Gmail, and asks for a refresh token', async () => {
  const { page } = desk;
  await open({ category: 'Email', type: 'Default' });
  await toggle('Type').click();
  await page.getByRole('option', { name: 'XOAUTH2' }).click();
  await expect.poll(() => desk.field('Host').inputValue()).toBe('smtp.gmail.com');
  await desk.field('Refresh token').waitFor();
  await expect.poll(() => desk.field('Token URL').inputValue()).toBe('https://oauth2.googleapis.com/token');
  expect(await findingsInFull(page)).toEqual([]);
});

test('a new provider shows the address to register at its service, the page of this service, and when it can be tested', async () => {
  const { page, choose, field, save, heading, app, stored } = desk;
  await page.goto('/new/providers');
  await heading('New provider');
  const callback = field('Callback address');
  const vendorPage = field('Provider URL');
  expect(await callback.inputValue()).toBe(`${app.url}/callback`);
  expect(await vendorPage.inputValue()).toBe('https://console.cloud.google.com/apis/credentials');
  await page.getByText('After the first save, you can test it here.').waitFor();

  await choose(toggle('Type'), 'GitHub');
  await expect.poll(() => vendorPage.inputValue()).toBe('https://github.com/settings/developers');
  // A service at an address of one's own gets a callback of its own, which follows the name.
  await choose(toggle('Type'), 'Custom');
  await field('Name').fill('staff');
  await expect.poll(() => callback.inputValue()).toBe(`${app.url}/callback/oauth/staff`);
  expect(await vendorPage.inputValue()).toBe('');
  // An address that somebody wrote stays.
  await vendorPage.fill('https://id.example/clients/7');
  await choose(toggle('Type'), 'Slack');
  expect(await vendorPage.inputValue()).toBe('https://id.example/clients/7');
  expect(await findingsInFull(page)).toEqual([]);

  await save();
  await page.getByRole('button', { name: 'Test sign-in', exact: true }).waitFor();
  expect(await callback.inputValue()).toBe(`${app.url}/callback`);
  expect(await page.getByText('After the first save, you can test it here.').count()).toBe(0);
  expect(await stored('provider', 'admin/staff')).toMatchObject({
    type: 'Slack',
    providerUrl: 'https://id.example/clients/7',
  });

  await page.goto('/new/providers');
  await choose(toggle('Category'), 'Storage');
  await expect.poll(() => callback.count()).toBe(0);
  expect(await vendorPage.inputValue()).toBe('');
});
