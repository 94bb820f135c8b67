import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { letters } from '@doorwright/crds/options/letters.ts';
import { defaultSignupItems } from '@doorwright/crds/options/signup-items.ts';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import { createClient } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

/**
 * Takes pictures of the pages and letters of a branded tenant in both themes at three widths, for people who look at what they made. It adds
 * the organization `pictures` to the server, so it is for a server of its own. `page-pictures.ts` takes pages of the console.
 *
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/console/world/portal-pictures.ts http://localhost:8000 pictures
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/console/world/portal-pictures.ts http://localhost:8000 pictures sign-in consent
 */
const [url = 'http://localhost:8000', folder = 'pictures', ...only] = process.argv.slice(2);
const widths = [1440, 1024, 390];
const themes = ['light', 'dark'] as const;
const organization = 'pictures';
const password = 'seven-green-lanterns';
const services = ['Google', 'GitHub', 'GitLab', 'LinkedIn', 'Slack'];
const redirectUri = 'http://localhost:9000/callback';

const admin = createClient(url);
const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
const { body } = await admin.post('login', { ...login, password: process.env.DOORWRIGHT_ADMIN_PASSWORD ?? '' });
if (body.status !== 'ok') throw new Error(body.msg);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });

/** A picture of the tenant, drawn here and uploaded as an administrator would. */
async function drawn(name: string, width: number, height: number, svg: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>*{margin:0}</style><svg width="${width}" height="${height}">${svg}</svg>`);
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `${name}.png`);
  const query = { owner: organization, user: 'admin', tag: 'brand', fullFilePath: `brand/${organization}/${name}.png` };
  return (await admin.post('upload-resource', form, { query })).body.data;
}

const logo = (color: string) =>
  `<path d="M6 62 34 14l16 24 12-16 26 40z" fill="${color}"/><text x="100" y="50" font-family="sans-serif" font-size="40" font-weight="700" fill="${color}">Fjord Line</text>`;
const hills = `<rect width="1600" height="1000" fill="#9fd3d9"/><path d="M0 620 260 240l220 260 180-300 300 400 240-220 400 260v740H0z" fill="#134b57"/>`;

/** The tenant, its application and its people. A second run finds them. */
async function furnish(): Promise<void> {
  if ((await admin.get('get-organization', { id: `admin/${organization}` })).body.data) return;
  await add(admin, 'organization', { name: organization, displayName: 'Fjord Line' });
  const brand = {
    ...{ logo: await drawn('logo', 320, 72, logo('#0b5d66')), logoDark: await drawn('dark', 320, 72, logo('#7fe0e8')) },
    ...{
      backgroundImage: await drawn('hills', 1600, 1000, hills),
      primaryColor: '#0b5d66',
      backgroundColor: '#e6f2f3',
    },
    ...{
      backgroundColorDark: '#06262b',
      sidePanel: 'text',
      sidePanelText: 'All aboard\nOne account for all crossings.',
    },
  };
  const branded = await admin.post('update-organization', brand, { query: { id: `admin/${organization}` } });
  if (branded.body.status !== 'ok') throw new Error(branded.body.msg);
  const mail = { name: 'pictures-mail', category: 'Email', type: 'Default', host: '127.0.0.1', port: 25 };
  await add(admin, 'provider', mail);
  const ways = services.map((type) => ({ name: `pictures-${type.toLowerCase()}`, displayName: type, type }));
  for (const way of ways)
    await add(admin, 'provider', { ...way, category: 'OAuth', clientId: 'id', clientSecret: 'secret' });
  const asked = { name: 'Affiliation', visible: false, required: false, prompted: true, rule: 'None' };
  await add(admin, 'application', {
    ...{ name: 'pictures-shop', displayName: 'Fjord Line Booking', organization, cert: 'cert-built-in' },
    ...{ enableSignUp: true, enableWebAuthn: true, enableCodeSignin: true, enableSigninSession: true },
    ...{ identifierFirst: true, redirectUris: [redirectUri] },
    providers: [mail, ...ways].map(({ name }) => ({ name, canSignIn: true, canSignUp: true, visible: true })),
    signupItems: [...defaultSignupItems, asked],
  });
  for (const [name, affiliation] of [
    ['una', 'Deck 7'],
    ['pia', ''],
  ])
    await add(admin, 'user', { owner: organization, name, displayName: `The ${name}`, password, affiliation });
}

await furnish();
const { clientId } = (await admin.get('get-application', { id: 'admin/pictures-shop' })).body.data;
const request = (own: Record<string, string> = {}) => {
  const usual = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
  };
  return `/login/oauth/authorize?${new URLSearchParams({ ...usual, ...own })}`;
};

async function signIn(page: Page, username: string): Promise<void> {
  const data = { type: 'login', application: 'app-built-in', organization, username, password };
  await page.request.post('/api/login', { data });
}

/** Each page by its name. The heading is there when the page is. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'sign-in': (page) => page.goto(request()),
  async password(page) {
    await page.goto(request({ login_hint: 'una' }));
    await page.locator('#password').waitFor();
  },
  'sign-up': (page) => page.goto('/signup/pictures-shop'),
  forgot: (page) => page.goto('/forget/pictures-shop'),
  refused: (page) => page.goto(request({ redirect_uri: 'https://elsewhere.example/' })),
  async consent(page) {
    await signIn(page, 'una');
    await page.goto(request({ prompt: 'consent' }));
  },
  async prompt(page) {
    await signIn(page, 'pia');
    await page.goto(request());
    await page.getByRole('button', { name: 'pia (The pia)' }).click();
    await page.getByLabel('Affiliation').waitFor();
  },
  async account(page) {
    await signIn(page, 'una');
    await page.goto('/account');
  },
  async security(page) {
    await signIn(page, 'una');
    await page.goto('/account/security');
  },
};

/** A letter as a mail program draws it. */
async function showLetter(page: Page, letter: string): Promise<void> {
  const stored = (await admin.get('get-organization', { id: `admin/${organization}` })).body.data;
  const looks = { name: 'Fjord Line', logo: stored.logo, primaryColor: stored.primaryColor };
  const { data } = (await admin.post('preview-mail', { letter, language: 'en', ...looks })).body;
  await page.setContent(data.content);
}

const shown: Record<string, (page: Page) => Promise<unknown>> = {
  ...pages,
  ...Object.fromEntries(letters.map((letter) => [`letter-${letter}`, (page: Page) => showLetter(page, letter)])),
};

async function picture(context: BrowserContext, name: string, end: string): Promise<void> {
  const page = await context.newPage();
  await shown[name]?.(page);
  if (name in pages) await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const file = `${name}-${end}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
  console.log(file);
  await page.close();
}

await mkdir(folder, { recursive: true });
for (const colorScheme of themes)
  for (const width of widths)
    for (const name of only.length > 0 ? only : Object.keys(shown)) {
      const viewport = { width, height: width < 500 ? 844 : 900 };
      const context = await browser.newContext({ baseURL: url, locale: 'en-US', colorScheme, viewport });
      await picture(context, name, `${colorScheme}-${width}`);
      await context.close();
    }
await browser.close();
