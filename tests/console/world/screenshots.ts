import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import { createClient } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

/**
 * Takes the pictures of the README, by hand, from a server that has just started with an empty folder:
 *
 *   DOORWRIGHT_ADMIN_PASSWORD=… DOORWRIGHT_DATA_DIR=$(mktemp -d) npm start
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/console/world/screenshots.ts http://localhost:8000
 */
const [url = 'http://localhost:8000'] = process.argv.slice(2);
const password = process.env.DOORWRIGHT_ADMIN_PASSWORD ?? '';
const folder = join(import.meta.dirname, '..', '..', '..', 'console', 'docs');

const people = ['Ada Lovelace', 'Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra', 'Frances Allen', 'Grace Hopper'];

/** A small company: users, an application, and a few wrong passwords. */
async function furnish(): Promise<void> {
  const admin = createClient(url);
  const login = { type: 'login', application: 'app-built-in', organization: 'built-in' };
  await admin.post('login', { ...login, username: 'admin', password });
  const website = { websiteUrl: 'https://example.com', tags: ['staff', 'guest'] };
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme', ...website });
  await add(admin, 'provider', { name: 'github', displayName: 'GitHub', category: 'OAuth', type: 'GitHub' });
  const application = { organization: 'acme', cert: 'cert-built-in', enableSignUp: true };
  const redirectUris = ['https://shop.example.com/callback', 'http://localhost:9000/callback'];
  await add(admin, 'application', {
    ...application,
    name: 'shop',
    displayName: 'The shop',
    redirectUris,
    providers: [{ name: 'github' }],
  });
  for (const displayName of people) {
    const name = displayName.split(' ')[0]?.toLowerCase() ?? '';
    const user = { owner: 'acme', name, displayName, email: `${name}@example.com`, affiliation: 'Acme', tag: 'staff' };
    await add(admin, 'user', { ...user, password: 'correct-horse', signupApplication: 'shop' });
    const visitor = createClient(url);
    for (const tried of name === 'alan' ? ['battery-staple', 'correct-horse'] : ['correct-horse'])
      await visitor.post('login', { ...login, organization: 'acme', username: name, password: tried });
  }
}

/** WebP, which the library cannot write. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => {})');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  const bytes = Buffer.from(data, 'base64');
  await writeFile(join(folder, `${name}.webp`), bytes);
  console.log(`${name}.webp ${(bytes.length / 1000).toFixed(0)} kB`);
}

await mkdir(folder, { recursive: true });
await furnish();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
const desk = { baseURL: url, locale: 'en-US', viewport: { width: 1440, height: 900 } };
const page = await (await browser.newContext(desk)).newPage();
await page.goto('/login');
await page.getByLabel('Password').first().waitFor();
await picture(page, 'sign-in');
await page.getByLabel('Username, email or phone').fill('admin');
await page.getByLabel('Password').first().fill(password);
await page.getByRole('button', { name: 'Sign In' }).click();
await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
// The greeting would cover the page.
await page.reload();
await page.getByRole('img', { name: 'Sign-ins' }).first().waitFor();
await picture(page, 'home');
await page.emulateMedia({ colorScheme: 'dark' });
await page.goto('/applications/shop?tab=sign-up');
await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
await page.getByRole('grid', { name: 'Sign-up items' }).waitFor();
await picture(page, 'application');
const state = await page.context().storageState();
const pocket = { ...desk, storageState: state, viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 };
const phone = await (await browser.newContext(pocket)).newPage();
await phone.goto('/organizations/acme/users');
await phone.getByRole('link', { name: 'grace', exact: true }).waitFor();
await picture(phone, 'users');
await browser.close();
