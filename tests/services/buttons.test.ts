import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findings } from '../console/world/axe.ts';
import type { Visitor } from '../console/world/browser.ts';
import { enter, requestOf } from '../portal/world/portal-pages.ts';
import { openServicePages, password, type ServicePages } from './pages-world.ts';

let pages: ServicePages;
let visitor: Visitor;
beforeAll(async () => {
  pages = await openServicePages();
  for (const [index, row] of pages.rows.entries())
    row.become({
      id: `9${index}`,
      username: `person${index}`,
      displayName: 'Somebody',
      email: `p${index}@post.example`,
    });
});
afterAll(() => pages?.stop());
beforeEach(async () => {
  visitor = await pages.visit();
});
afterEach(() => expect(visitor.complaints).toEqual([]));

type Items = Record<string, unknown>[];
const listed = (name: string, providers: Items, more = {}) =>
  pages.application(name, { enableSignUp: true, providers: providers as never, ...more });

const buttons = (page: Page) => page.locator('.services button');
const names = async (page: Page) =>
  Promise.all(
    (await buttons(page).all()).map(async (each) => (await each.getAttribute('aria-label')) ?? each.textContent()),
  );

test('services stand below the form as icons with names, in the order of the application', async () => {
  const { page, atRest } = visitor;
  const providers = [
    { name: 'github' },
    { name: 'openid-connect' },
    { name: 'google' },
    { name: 'provider_captcha_default' },
  ];
  await page.goto(requestOf(await listed('icons', providers)));
  await buttons(page).first().waitFor();
  expect(await names(page)).toEqual(['Continue with GitHub', 'Continue with Acme SSO', 'Continue with Google']);
  await atRest();
  expect(await findings(page)).toEqual([]);
});

test('five services are marks with their names in two rows that stand in the middle, also on a phone', async () => {
  const { page } = visitor;
  const providers = ['github', 'google', 'gitlab', 'facebook', 'linkedin'].map((name) => ({ name }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(requestOf(await listed('marks', providers)));
  await buttons(page).nth(4).waitFor();
  expect(await buttons(page).allTextContents()).toEqual(['GitHub', 'Google', 'GitLab', 'Facebook', 'LinkedIn']);
  expect(await buttons(page).locator(':is(svg, img, .badge)').count()).toBe(5);
  const places = await buttons(page).evaluateAll((all) =>
    all.map((each) => {
      const { top, left, width } = each.getBoundingClientRect();
      return { top: Math.round(top), middle: Math.round(left + width / 2), width: Math.round(width) };
    }),
  );
  expect(new Set(places.map(({ width }) => width)).size).toBe(1);
  const [first, last] = [places.slice(0, 3), places.slice(3)];
  for (const row of [first, last]) {
    expect(new Set(row.map(({ top }) => top)).size).toBe(1);
    // The card is in the middle of the page.
    const middle = row.reduce((sum, each) => sum + each.middle, 0) / row.length;
    expect(Math.abs(middle - 195)).toBeLessThanOrEqual(1);
  }
  expect(await findings(page)).toEqual([]);
});

test('services are large buttons where there is no form, and hidden ones are missing', async () => {
  const { page } = visitor;
  const providers = [
    { name: 'google', visible: false },
    { name: 'github', canSignIn: false },
    { name: 'custom' },
    { name: 'openid-connect' },
  ];
  const application = await listed('large', providers, { enablePassword: false });
  await page.goto(requestOf(application));
  await page.getByRole('button', { name: 'Continue with Own service', exact: true }).waitFor();
  expect(await page.locator('.services.large').count()).toBe(1);
  expect(await names(page)).toEqual(['Continue with Own service', 'Continue with Acme SSO']);
  await page.getByRole('link', { name: 'Sign up now' }).click();
  await page.waitForURL('**/signup/large');
  await buttons(page).first().waitFor();
  expect(await names(page)).toEqual(['Sign up with GitHub', 'Sign up with Own service', 'Sign up with Acme SSO']);
});

test('a sole service is opened at once, but not after a failure or a sign-out', async () => {
  const { page } = visitor;
  const application = await listed('sole', [{ name: 'github' }], { enablePassword: false });
  const github = pages.rows.find(({ type }) => type === 'GitHub')?.standIn as unknown as { denies: string };
  github.denies = 'access_denied';
  await page.goto(requestOf(application));
  await page.getByRole('heading', { name: 'There was a problem signing you in..' }).waitFor();
  github.denies = '';
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor();
  await page.goto(requestOf(application));
  await page.waitForURL('https://app.example/**');
  await page.goto('/logout');
  await page.waitForURL(/\/login(\/|\?|$)/);
  await page.goto(requestOf(application));
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor();
});

test('a service of your own shows its logo, and no logo that is no web address', async () => {
  const { page } = visitor;
  const logo = async (customLogo: string) => {
    await pages.root.post('update-provider', { customLogo }, { query: { id: 'admin/custom' } });
    await page.goto(requestOf(await listed(`logo-${customLogo.length}`, [{ name: 'custom' }, { name: 'github' }])));
    return page.getByRole('button', { name: 'Continue with Own service', exact: true }).locator('.badge');
  };
  const drawn = await logo('https://own.example/logo.svg');
  await expect.poll(() => drawn.getAttribute('src')).toBe('https://own.example/logo.svg');
  expect(await drawn.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(await (await logo('')).getAttribute('src')).toBeNull();
});

test('a jump to the sole service says that the visitor signs in', async () => {
  const { page } = visitor;
  const application = await listed('jumping', [{ name: 'github' }], { enablePassword: false });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/begin-provider-request', (route) => held.then(() => route.continue()));
  await page.goto(requestOf(application));
  await page.getByText('Signing in...').waitFor();
  expect(await buttons(page).count()).toBe(0);
  release();
  await page.waitForURL('https://app.example/**');
});

test('the account page offers to unlink only what the application lets go', async () => {
  const { page } = visitor;
  const providers = [{ name: 'github', canUnlink: false }, { name: 'google' }];
  await listed('holding', providers);
  await pages.root.post('add-user', {
    ...{ owner: 'acme', name: 'held', displayName: 'Held', password, signupApplication: 'holding' },
  });
  await pages.app.db('users').where({ owner: 'acme', name: 'held' }).update({ github: '77', google: '78' });
  await enter(page, 'held');
  await page.goto('/account/linked');
  await page.getByRole('button', { name: 'Unlink Google' }).waitFor();
  expect(await page.getByRole('button', { name: 'Unlink GitHub' }).count()).toBe(0);
  await page.getByText('GitHub', { exact: true }).waitFor();
});

test('an application can ask before the visitor leaves: once, or always', async () => {
  const { page } = visitor;
  const providers = [
    { name: 'google', alertType: 'Once' },
    { name: 'github', alertType: 'Always' },
  ];
  const application = await listed('asking', providers, { displayName: 'The shop' });
  const dialog = page.getByRole('dialog');
  for (const [service, isAskedAgain] of [
    ['Google', false],
    ['GitHub', true],
  ] as const) {
    const choose = () => page.getByRole('button', { name: `Continue with ${service}` }).click();
    await page.goto(requestOf(application, { prompt: 'login' }));
    await choose();
    await dialog.getByText(`You leave The shop and sign in at ${service}.`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await choose();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('https://app.example/**');
    await page.goto(requestOf(application, { prompt: 'login' }));
    await choose();
    if (isAskedAgain) await dialog.waitFor();
    else await page.waitForURL('https://app.example/**');
  }
});

test('the browser remembers the service that was used last', async () => {
  const { page } = visitor;
  const application = await listed('remembering', [{ name: 'google' }, { name: 'github' }]);
  await page.goto(requestOf(application));
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.waitForURL('https://app.example/**');
  await page.goto(requestOf(application, { prompt: 'login' }));
  const last = page.getByRole('listitem').filter({ hasText: 'Last used' });
  await last.getByRole('button', { name: 'Continue with GitHub' }).waitFor();
});

test('an application that asks for consent asks after a service too', async () => {
  const { page } = visitor;
  const application = await listed('consenting', [{ name: 'github' }], {
    requireConsent: true,
    displayName: 'Foreign',
  });
  await page.goto(requestOf(application));
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.getByRole('heading', { name: 'Allow Foreign?' }).waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL('https://app.example/**');
});

test('a signed-in user who links an account of somebody else reads why, and returns', async () => {
  const { page } = visitor;
  await listed('linking', [{ name: 'google' }]);
  await pages.root.post('add-user', {
    owner: 'acme',
    name: 'zoe',
    displayName: 'Zoe',
    password,
    signupApplication: 'linking',
  });
  await enter(page, 'zoe');
  await page.goto('/account/linked');
  await page.getByRole('button', { name: 'Link Google', exact: true }).click();
  await page.getByRole('heading', { name: 'The account could not be linked' }).waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('is already linked to another account');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Link Google', exact: true }).waitFor();
});
