import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import { createClient } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

/**
 * Takes pictures of the sign-in page with one, four and twelve services, in both themes and on a phone, by hand, from a server that has just
 * started with an empty folder:
 *
 *   DOORWRIGHT_ADMIN_PASSWORD=… node tests/console/world/service-screenshots.ts http://localhost:8000 FOLDER
 */
const [url = 'http://localhost:8000', folder = '.doorwright/pictures'] = process.argv.slice(2);
const password = process.env.DOORWRIGHT_ADMIN_PASSWORD ?? '';
const types = 'GitHub Google Facebook LinkedIn Gitee Slack Weibo Apple QQ WeChat DingTalk Lark'.split(' ');
const redirectUri = 'http://localhost:9000/callback';

/** The address of the sign-in page of an application with so many services. */
async function pageWith(admin: ReturnType<typeof createClient>, count: number): Promise<string> {
  const name = `services-${count}`;
  await add(admin, 'application', {
    ...{ name, displayName: 'The shop', organization: 'built-in', cert: 'cert-built-in', enableSignUp: true },
    ...{ redirectUris: [redirectUri], providers: types.slice(0, count).map((type) => ({ name: type.toLowerCase() })) },
  });
  const { clientId } = (await admin.get('get-application', { id: `admin/${name}` })).body.data;
  const asked = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri };
  return `${url}/login/oauth/authorize?${new URLSearchParams(asked)}`;
}

const admin = createClient(url);
const login = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin', password };
await admin.post('login', login);
for (const type of types) {
  const provider = { name: type.toLowerCase(), displayName: type, category: 'OAuth', type };
  await add(admin, 'provider', { ...provider, clientId: 'id', clientSecret: 'secret' });
}
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
const sizes = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
for (const count of [1, 4, 12]) {
  const address = await pageWith(admin, count);
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme, locale: 'en-US' });
      await page.goto(address);
      await page
        .locator('.services button')
        .nth(count - 1)
        .waitFor();
      await page.screenshot({ path: join(folder, `services-${count}-${size}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
}
await browser.close();
