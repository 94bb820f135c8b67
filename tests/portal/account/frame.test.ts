import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn, type Visitor } from '../../console/world/browser.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { password, visitAccount } from './account-world.ts';

let world: PagesWorld;
const visitors: Visitor[] = [];
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());
afterEach(async () => {
  const visited = visitors.splice(0);
  for (const { context } of visited) await context.close();
  expect(visited.flatMap(({ complaints }) => complaints)).toEqual([]);
});

const visit: typeof visitAccount = async (...asked) => {
  const visitor = await visitAccount(...asked);
  visitors.push(visitor);
  return visitor;
};

const sections: [path: string, title: string][] = [
  ['/account', 'Profile'],
  ['/account/security', 'Sign-in and security'],
  ['/account/linked', 'Linked accounts'],
  ['/account/sessions', 'Sessions and devices'],
  ['/account/applications', 'Connected applications'],
  ['/account/privacy', 'Privacy'],
];

test('a visitor who opens a section signs in and comes back to it', async () => {
  const visitor = await world.browser.visit(world.app.url);
  visitors.push(visitor);
  const { page } = visitor;
  await page.goto('/account/sessions');
  await page.waitForURL(/\/login(\/|\?|$)/);
  await page.goto('/login/acme');
  await signIn(page, 'alice', password);
  await page.waitForURL('**/account/sessions');
  await page.getByRole('heading', { level: 1, name: 'Sessions and devices' }).waitFor();
});

test('each section has its address, its title and its place in the menu, and requests nothing that came with it; axe finds nothing', async () => {
  const { page, atRest } = await visit(world);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream tells of the end of the session.
    if (pathname.startsWith('/api/') && request.resourceType() !== 'eventsource') calls.push(pathname);
  });
  for (const [path, title] of sections) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.title()).toBe(`${title} · Acme`);
    await atRest();
    expect(await page.locator('nav a[aria-current=page]').textContent()).toBe(title);
    // Most sections have tests of their own, with axe.
    if (isFull() || path === '/account/linked') expect(await findings(page), path).toEqual([]);
  }
  expect(calls).toEqual([]);
});

test('the menu changes the section without loading the page, the focus is on its title, and Back leads back', async () => {
  const { page } = await visit(world);
  await page.evaluate('window.isSame = true');
  const menu = page.getByRole('navigation', { name: 'Your account' });
  await menu.getByRole('link', { name: 'Sessions and devices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sessions and devices' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/sessions');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Sessions and devices');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  expect(await page.evaluate('window.isSame')).toBe(true);
});

test('an unknown section is not found', async () => {
  const { page } = await visit(world, { at: '/account/nowhere' });
  await page.getByRole('heading', { name: 'Sorry, the page you visited does not exist.' }).waitFor();
});

// The longest words, and in the second tier all languages.
const narrow = isFull() ? ['en', 'de', 'fr', 'ru', 'zh', 'ja', 'ko', 'en-x-rtl'] : ['de'];

test.each(narrow)('every section fits into 320 pixels in %s with letters of double size', async (language) => {
  const { page, atRest } = await visit(world, { options: { viewport: { width: 320, height: 640 } } });
  for (const [path] of sections) {
    await page.goto(`${path}?language=${language}`);
    await page.locator('main h1').waitFor();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await atRest();
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320);
  }
});

test('password managers find the form for a new password by its well-known address', async () => {
  const answer = await world.app.anonymous.get('/.well-known/change-password');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security#password']);
  const { page } = await visit(world);
  await page.goto('/.well-known/change-password');
  await page.getByLabel('Current password').waitFor();
});

test('the menu has the sections of purchases where something is sold, and their addresses work before', async () => {
  const { page } = await visit(world);
  const menu = page.getByRole('navigation', { name: 'Your account' });
  const ofSales = () => menu.getByRole('link', { name: /^(Subscriptions|Orders|Invoices)$/ }).allTextContents();
  await menu.getByRole('link', { name: 'Profile' }).waitFor();
  expect(await ofSales()).toEqual([]);
  await page.goto('/account/orders');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect(await ofSales()).toEqual(['Orders']);
  await add(world.root, 'product', { name: 'tea', price: 3, state: 'Draft' });
  await page.goto('/account');
  await menu.getByRole('link', { name: 'Profile' }).waitFor();
  expect(await ofSales()).toEqual([]);
  await world.root.post('update-product', { state: 'Published' }, { query: { id: 'admin/tea' } });
  await page.reload();
  await expect.poll(ofSales).toEqual(['Subscriptions', 'Orders', 'Invoices']);
});
