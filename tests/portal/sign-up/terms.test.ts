import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { underWay } from '../../harness/under-way.ts';
import { type Item, type PagesWorld, signupApplication, startPages, submit, visitPage } from '../world/pages-world.ts';

const hostile = `<h2 onclick="document.title='run'">Rules of the shop</h2><p>Be kind. ${'Be patient. '.repeat(400)}</p>
  <a href="https://acme.example/privacy">Privacy</a><script>document.title = 'run'</script>
  <img src="x:" onerror="document.title='run'"><style>body { display: none }</style><form><input name="password"></form>`;

const items: Item[] = [{ name: 'Username' }, { name: 'Password' }, { name: 'Agreement' }];

let site: Server;
let world: PagesWorld;
let path: string;
beforeAll(async () => {
  site = createServer((_req, res) => void res.setHeader('Content-Type', 'text/html').end(hostile));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  world = await startPages();
  const termsOfUse = `http://127.0.0.1:${(site.address() as { port: number }).port}/terms`;
  path = await signupApplication(world, 'shop-with-terms', items, { termsOfUse });
});
afterAll(async () => {
  await world?.stop();
  site.close();
});

const opened = async (options = {}) => {
  const visitor = await visitPage(world, path, options);
  const { page } = visitor;
  const dialog = page.getByRole('dialog', { name: 'Terms of Use' });
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await dialog.getByRole('heading', { name: 'Rules of the shop' }).waitFor();
  const box = page.getByRole('checkbox', { name: 'I accept the Terms of Use' });
  return { ...visitor, dialog, box };
};

test('accepting the terms ticks the checkbox, and closing them does not', async () => {
  const { page, dialog, box } = await opened();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => box.isChecked()).toBe(false);
  await submit(page);
  await page.getByText('Please accept the agreement!').waitFor();
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => box.isChecked()).toBe(true);
  expect(await page.getByText('Please accept the agreement!').count()).toBe(0);
});

test('declining the terms leads back to the page before', async () => {
  const { page } = await visitPage(world, '/login/acme');
  await page.goto(path);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.waitForURL('**/login/acme');
});

test('S49 nothing in the terms runs, loads or changes the page, and their links stay away from the form', async () => {
  const { page, context, dialog, complaints } = await opened();
  await dialog.getByRole('heading', { name: 'Rules of the shop' }).click();
  await expect.poll(() => page.title()).toBe('Sign Up · Acme');
  expect(await dialog.locator('script, style, form form, img[onerror], [onclick]').count()).toBe(0);
  const beside = underWay(context.waitForEvent('page'));
  await context.route('https://acme.example/**', (route) => route.fulfill({ body: 'privacy' }));
  await dialog.getByRole('link', { name: 'Privacy' }).click();
  expect((await beside).url()).toBe('https://acme.example/privacy');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('long terms scroll within the screen, by keyboard too, and axe finds nothing', async () => {
  const { page } = await opened({ viewport: { width: 320, height: 500 } });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await expect.poll(() => page.getByRole('button', { name: 'Accept' }).isVisible()).toBe(true);
  await page.locator('.terms').focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate('document.querySelector(".terms").scrollTop')).toBeGreaterThan(100);
  expect(await findings(page)).toEqual([]);
});

test('S49 the texts of an application and its organization are shown as text', async () => {
  const trick = '<img src=x: onerror=document.title=1>';
  await world.root.post(
    'update-organization',
    { displayName: trick, websiteUrl: 'javascript:alert(1)', favicon: 'javascript:alert(1)' },
    { query: { id: 'admin/acme' } },
  );
  await world.root.post(
    'update-application',
    { displayName: trick, logo: 'javascript:alert(1)', homepageUrl: 'javascript:alert(1)', signinUrl: 'javascript:1' },
    { query: { id: 'admin/shop-with-terms' } },
  );
  for (const page of ['signup', 'result', 'forget']) {
    const { page: shown, complaints } = await visitPage(world, `/${page}/shop-with-terms`);
    await shown.getByText(trick).first().waitFor();
    expect(await shown.locator('[href^="javascript:"], [src^="javascript:"], [onerror]').count()).toBe(0);
    await expect.poll(() => shown.title()).toContain(trick);
    expect(complaints).toEqual([]);
  }
});
