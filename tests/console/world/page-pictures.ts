import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import { createClient } from '../../harness/client.ts';

/**
 * Takes pictures of pages in both themes at three widths, for people who look at what they made. `portal-pictures.ts` takes the pages of
 * sign-in and the letters.
 *
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/console/world/page-pictures.ts http://localhost:8000 pictures /users/built-in/admin '/users?text=a&blocked=true'
 */
const [url = 'http://localhost:8000', folder = 'pictures', ...paths] = process.argv.slice(2);
const widths = [1440, 1024, 390];

const admin = createClient(url);
const credentials = { username: 'admin', password: process.env.DOORWRIGHT_ADMIN_PASSWORD ?? '' };
const login = { type: 'login', application: 'app-built-in', organization: 'built-in', ...credentials };
const { body } = await admin.post('login', login);
if (body.status !== 'ok') throw new Error(body.msg);
const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url }));

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
for (const colorScheme of ['light', 'dark'] as const)
  for (const width of widths) {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ baseURL: url, locale: 'en-US', colorScheme, viewport });
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.pf-v6-c-skeleton').first().waitFor({ state: 'detached' });
      const name = `${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '') || 'home'}-${colorScheme}-${width}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
      console.log(name);
    }
    await context.close();
  }
await browser.close();
