import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { askForCode, from, portalSettings } from '../world/portal-world.ts';
import { type MailServer, mailProvider, startMailServer } from './mail-server.ts';

let mail: MailServer;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const german = { letter: 'code', language: 'de', title: 'Code für {{application}}' };
const texts = {
  content: '<p>Hallo {{user}}: <b>{{code}}</b>, {{minutes}} Minuten</p>',
  text: 'Hallo {{user}}: {{code}}',
};

/** An organization with its shop and a provider with these texts. */
async function open(provider: Record<string, unknown>, organization: Record<string, unknown> = {}): Promise<string> {
  const name = `shop-${randomUUID().slice(0, 8)}`;
  await add(root, 'provider', { ...mailProvider(name, mail), title: '', content: '', ...provider });
  await add(root, 'organization', { name, displayName: 'Acme & Söhne', ...organization });
  await add(root, 'application', {
    ...{ name, organization: name, displayName: 'The <shop>', cert: 'cert-built-in' },
    ...{ enableSignUp: true, enableCodeSignin: true, providers: [{ name }] },
  });
  return name;
}

/** The mail to a new address whose browser speaks a language. */
async function letterTo(shop: string, language: string, address = `${randomUUID()}@example.com`): Promise<string> {
  const client = app.client({ 'X-Forwarded-For': '198.51.100.7', 'Accept-Language': language });
  const method = address.includes('user') ? 'login' : 'signup';
  expect(await askForCode(client, address, { applicationId: `admin/${shop}`, method })).toMatchObject({ status: 'ok' });
  const { text } = await mail.mailTo(address);
  return decoded(text);
}

const unquoted = (coded: string) =>
  coded.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

/** Parts and headers as a reader shows them. */
function decoded(text: string): string {
  const plain = text
    .replaceAll(
      /(Content-Transfer-Encoding: base64\r\n\r\n)([A-Za-z0-9+/=\r\n]+)/g,
      (_, head, coded) => head + Buffer.from(coded, 'base64').toString('latin1'),
    )
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word) => Buffer.from(word, 'base64').toString('latin1'))
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word) => unquoted(word.replaceAll('_', ' ')));
  return utf8(unquoted(plain.replaceAll('=\r\n', '')));
}

describe('A letter', () => {
  test('has the template of its reader’s language, with its variables as text', async () => {
    const shop = await open({ mailTemplates: [{ ...german, ...texts }] });
    const letter = await letterTo(shop, 'de-AT');
    expect(letter).toContain('Subject: Code für The <shop>');
    expect(letter).toMatch(/Hallo [\w-]+@example.com: <b>\d{6}<\/b>, 10 Minuten/);
    expect(letter).toMatch(/text\/plain.*Hallo [\w-]+@example.com: \d{6}\r\n/s);
  });

  test('follows the user’s own language before that of the browser', async () => {
    const shop = await open({ mailTemplates: [{ ...german, ...texts }] });
    const email = `user-${randomUUID()}@example.com`;
    await add(root, 'user', {
      owner: shop,
      name: 'frieda',
      displayName: '<i>Frieda</i>',
      password,
      email,
      language: 'de',
    });
    expect(await letterTo(shop, 'fr', email)).toContain('Hallo &lt;i&gt;Frieda&lt;/i&gt;: ');
  });

  test('falls back to the language of the organization, then to English, then to the text of the provider', async () => {
    const english = { ...german, language: 'en', title: 'Code', content: 'English {{code}}', text: '' };
    const both = await open({ mailTemplates: [{ ...german, ...texts }, english] }, { language: 'de' });
    expect(await letterTo(both, 'ja')).toContain('Hallo ');
    const noGerman = await open({ mailTemplates: [english] }, { language: 'de' });
    expect(await letterTo(noGerman, 'ja')).toContain('English ');
    const french = { ...english, language: 'fr' };
    const plain = await open({ mailTemplates: [french], title: 'Casdoor', content: 'Your code is %s.' });
    expect(await letterTo(plain, 'ja')).toMatch(/Subject: Casdoor.*Your code is \d{6}\./s);
  });

  test.each([
    ['en', 'Your verification code is'],
    ['de', 'Ihr Bestätigungscode lautet'],
    ['fr', 'Votre code de vérification est'],
    ['ru', 'Ваш код подтверждения'],
  ])('of the product is written in %s, as HTML and as text', async (language, words) => {
    const letter = await letterTo(await open({}), language);
    expect(letter.split(words)).toHaveLength(3);
    expect(letter).toContain('text/plain');
  });
});

test('A letter of the product has the logo and the color of its sender, and one without looks has neither', async () => {
  const logo = 'https://acme.example/logo.png?a=1&b="2"';
  const branded = await letterTo(await open({}, { logo, primaryColor: '#ffdd00' }), 'en');
  expect(branded).toContain('alt="The &lt;shop&gt;" src="https://acme.example/logo.png?a=1&amp;b=%222%22"');
  // Yellow cannot be read on white, so the line has the nearest color that can.
  expect(branded).toMatch(/border-top:3px solid #(?!ffdd00)[0-9a-f]{6}/);
  const named = await letterTo(await open({}, { primaryColor: '#004d99' }), 'en');
  expect(named).toMatch(/background-color:#004d99;color:#ffffff;font-weight:bold">The &lt;shop&gt;<\/p>/);
  expect(await letterTo(await open({}), 'en')).not.toContain('border-top');
});

describe('A template is refused when it is saved', () => {
  test.each([
    [{ ...german, ...texts, content: 'Hi {{name}}' }, 'content', 'unknown variable'],
    [{ ...german, ...texts, title: '{{ code }}' }, 'title', 'unknown variable'],
    [{ ...german, ...texts, text: '{{constructor}}' }, 'text', 'unknown variable'],
    [{ ...german, ...texts, content: '' }, 'content', 'must not be empty'],
    [{ ...german, ...texts, title: '' }, 'title', 'must not be empty'],
    [{ ...german, ...texts, language: 'xx' }, 'language', 'must be one of'],
  ])('%j', async (template, member, problem) => {
    const { body } = await root.post('add-provider', { ...mailProvider('refused', mail), mailTemplates: [template] });
    expect(body.fields).toEqual([{ field: `mailTemplates[0].${member}`, message: expect.stringContaining(problem) }]);
  });

  test('if its language has one already', async () => {
    const twice = [
      { ...german, ...texts },
      { ...german, ...texts },
    ];
    const { body } = await root.post('add-provider', { ...mailProvider('refused', mail), mailTemplates: twice });
    expect(body.fields).toMatchObject([
      { field: 'mailTemplates[1].language', message: expect.stringContaining('more than once') },
    ]);
  });
});

describe('The preview of a letter', () => {
  const draft = { letter: 'code', language: 'de', title: '', content: '', mailTemplates: [{ ...german, ...texts }] };

  test('writes the draft with sample values, without scripts, and sends nothing', async () => {
    const before = mail.received.length;
    const content = '<p style="color: red" onclick="x()">{{code}}</p><script>alert(1)</script>';
    const { body } = await root.post('preview-mail', { ...draft, mailTemplates: [{ ...german, ...texts, content }] });
    expect(body.data).toMatchObject({ title: 'Code für built-in', content: '<p style="color:red">123456</p>' });
    expect(body.data.text).toContain('123456');
    expect(mail.received.length).toBe(before);
  });

  test('needs a right', async () => {
    expect((await from(app).post('preview-mail', draft)).body.code).toBe('sign-in-first');
  });
});
