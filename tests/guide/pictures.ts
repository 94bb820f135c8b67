import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../harness/chromium.ts';
import { createClient } from '../harness/client.ts';
import { add } from '../harness/world.ts';
import { guide } from './world/pages.ts';

/**
 * Takes the pictures of the guide in both themes, by hand, from a server that has just started with an empty folder:
 *
 *   DOORWRIGHT_ADMIN_PASSWORD=… DOORWRIGHT_DATA_DIR=$(mktemp -d) npm start
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/guide/pictures.ts http://localhost:8000
 */
const [url = 'http://localhost:8000'] = process.argv.slice(2);
const password = process.env.DOORWRIGHT_ADMIN_PASSWORD ?? '';
const people = ['Ada Lovelace', 'Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra', 'Frances Allen', 'Grace Hopper'];
const inConsole = { type: 'login', application: 'app-built-in' };

/** An organization with a brand, an application, people, and a few wrong passwords. */
async function furnish(): Promise<ReturnType<typeof createClient>> {
  const admin = createClient(url);
  const { body } = await admin.post('login', { ...inConsole, organization: 'built-in', username: 'admin', password });
  if (body.status !== 'ok') throw new Error(body.msg);
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme', primaryColor: '#0f6b4f' });
  const redirectUris = ['http://localhost:3000/callback'];
  const shop = { name: 'shop', displayName: 'Shop', organization: 'acme', cert: 'cert-built-in', redirectUris };
  await add(admin, 'application', { ...shop, enableSignUp: true, identifierFirst: true });
  await add(admin, 'webhook', {
    name: 'payroll',
    owner: 'admin',
    organization: 'acme',
    url: 'https://payroll.example/',
  });
  for (const displayName of people) {
    const name = displayName.split(' ')[0]?.toLowerCase() ?? '';
    await add(admin, 'user', {
      ...{ owner: 'acme', name, displayName, email: `${name}@example.com`, tag: 'staff' },
      ...{ password: 'correct-horse', signupApplication: 'shop', isForbidden: name === 'edsger' },
    });
    const visitor = createClient(url);
    for (const tried of name === 'alan' ? ['battery-staple', 'correct-horse'] : ['correct-horse'])
      await visitor.post('login', { ...inConsole, organization: 'acme', username: name, password: tried });
  }
  return admin;
}

/** The address of each picture, and a text that is there when the page is. */
const shown: Readonly<Record<string, readonly [path: string, text: string]>> = {
  home: ['/', 'Sign-ins:'],
  connect: ['/get-started/shop?program=express', 'Connect Shop'],
  users: ['/organizations/acme/users', 'Ada Lovelace'],
  user: ['/users/acme/alan', 'Alan Turing'],
  declared: ['/declared', 'rivermill'],
  records: ['/records', 'acme/'],
  brand: ['/organizations/acme?tab=branding', 'Acme'],
};

/** WebP, which the library cannot write. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.pf-v6-c-skeleton').first().waitFor({ state: 'detached' });
  // A spinner never ends.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((each) => each.effect.getTiming().iterations < 9).map((each) => each.finished)).then(() => {})',
  );
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 78 });
  const bytes = Buffer.from(data, 'base64');
  await writeFile(join(guide, 'pictures', `${name}.webp`), bytes);
  console.log(`${name}.webp ${(bytes.length / 1000).toFixed(0)} kB`);
}

async function takeAll(browser: Browser, cookies: { name: string; value: string; url: string }[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const desk = { baseURL: url, locale: 'en-US', viewport: { width: 1280, height: 800 }, colorScheme };
    const context = await browser.newContext(desk);
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const [name, [path, text]] of Object.entries(shown)) {
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await picture(page, `${name}-${colorScheme}`);
    }
    const visitor = await (await browser.newContext(desk)).newPage();
    await visitor.goto('/login/acme');
    await visitor.getByRole('button', { name: 'Continue' }).or(visitor.getByLabel('Password')).first().waitFor();
    await picture(visitor, `sign-in-${colorScheme}`);
    await context.close();
  }
}

const admin = await furnish();
const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url }));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
await takeAll(browser, cookies);
await browser.close();
