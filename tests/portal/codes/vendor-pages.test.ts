import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import {
  field,
  item,
  type PagesWorld,
  passwordItems,
  signupApplication,
  startPages,
  visitPage,
} from '../world/pages-world.ts';
import { requestOf } from '../world/portal-pages.ts';
import { from } from '../world/portal-world.ts';
import { openVendor, type VendorType, vendorTypes } from './captcha-scripts.ts';
import { type CaptchaVendor, keys, startCaptchaVendor } from './captcha-vendor.ts';

let world: PagesWorld;
let vendor: CaptchaVendor;
beforeAll(async () => {
  [world, vendor] = await Promise.all([startPages(), startCaptchaVendor()]);
});
afterAll(async () => {
  vendor?.stop();
  await world?.stop();
});

const nameOf = (type: VendorType) => type.toLowerCase().replaceAll(' ', '-');
const items = [item('Username'), item('Email', { rule: 'Normal' }), ...passwordItems];

/** The sign-up page of an application with this captcha. */
async function guarded(type: VendorType, own: Record<string, unknown> = {}, name = nameOf(type)): Promise<string> {
  if ((await world.root.get('get-provider', { id: `admin/${name}` })).body.status !== 'ok')
    await add(world.root, 'provider', {
      ...{ name, category: 'Captcha', type, subType: type === 'Aliyun Captcha' ? 'ic' : '', ...keys },
      endpoint: vendor.endpointOf(type),
      ...own,
    });
  const redirectUris = ['https://app.example/callback'];
  return signupApplication(world, name, items, { redirectUris, providers: [{ name: 'provider_mail' }, { name }] });
}

/** The sign-in page of an application with this captcha, for a client that the browser reaches. */
async function signInAt(name: string, type: VendorType) {
  const { data } = await world.root.get('get-application', { id: `admin/${name}` }).then(({ body }) => body);
  const visitor = await visitPage(world, requestOf(data));
  const asked = await openVendor(visitor.context, type, vendor);
  await visitor.context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
  return { ...visitor, asked };
}

/** A user, whose name somebody has tried with five wrong passwords. */
async function failing(application: string): Promise<string> {
  const name = `failing-${randomUUID().slice(0, 8)}`;
  await add(world.root, 'user', { owner: 'acme', name, password, email: `${name}@example.com` });
  const form = { type: 'login', application, organization: 'acme', username: name, password: 'wrong' };
  for (let tries = 0; tries < 5; tries += 1) await from(world.app).post('login', form);
  await world.app.db('guess_counts').update({ locked_until_time: null });
  return name;
}

/** The page of the captcha within the page that asks for it. */
const frameOf = (page: Page) => page.frameLocator('dialog iframe');
const checkbox = (page: Page) => frameOf(page).frameLocator('iframe').getByRole('button', { name: 'I am human' });

async function openCaptcha(page: Page, email = `${randomUUID()}@example.com`): Promise<string> {
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: /^Send Code/ }).click();
  await frameOf(page).getByRole('heading', { name: 'Captcha' }).waitFor();
  return email;
}

const confirm = (page: Page) => frameOf(page).getByRole('button', { name: 'OK' });

test.each(['nc', 'ic'])('Aliyun draws the captcha that the provider names: %s', async (subType) => {
  const { page, context, complaints } = await visitPage(world, await guarded('Aliyun Captcha', { subType }, subType));
  const asked = await openVendor(context, 'Aliyun Captcha', vendor);
  const email = await openCaptcha(page);
  await checkbox(page).click();
  await confirm(page).click();
  expect(await world.mail.codeTo(email)).toMatch(/^\d{6}$/);
  expect(asked.flatMap(({ searchParams }) => searchParams.get('subType') ?? [])).toContain(subType);
  expect(complaints).toEqual([]);
});

describe.each(vendorTypes)('The captcha of %s', (type) => {
  test('is drawn by the vendor, and leads to a code', async () => {
    const { page, context, complaints } = await visitPage(world, await guarded(type));
    await openVendor(context, type, vendor);
    const email = await openCaptcha(page);
    expect(await confirm(page).isDisabled()).toBe(true);
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
    expect(await world.mail.codeTo(email)).toMatch(/^\d{6}$/);
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('emailCode');
    expect(complaints).toEqual([]);
  });

  test('does not load: a sentence says what to do, and another try succeeds', async () => {
    const { page, context } = await visitPage(world, await guarded(type));
    await context.route(/^https:/, (route) => route.abort());
    await openCaptcha(page);
    await frameOf(page).getByText(`The captcha of ${type} does not load.`).waitFor();
    await openVendor(context, type, vendor);
    await frameOf(page).getByRole('button', { name: 'Try again' }).click();
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
  });
});

describe('A captcha of a vendor', () => {
  const hcaptcha = () => guarded('hCaptcha');

  test('opens the policy of its own page alone, and to that vendor alone', async () => {
    const path = await hcaptcha();
    const policyOf = async (address: string) =>
      (await fetch(world.app.url + address, { headers: { Accept: 'text/html' } })).headers.get(
        'content-security-policy',
      );
    for (const closed of [path, '/login', '/forget/hcaptcha', '/captcha/nobody', '/captcha/Default', '/'])
      expect(await policyOf(closed), closed).not.toContain('https://');
    const open = await policyOf('/captcha/hCaptcha');
    expect(open).toMatch(/script-src 'self'[^;]* https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com;/);
    expect(open).toContain("frame-ancestors 'self'");
    expect(open).not.toMatch(/script-src[^;]*unsafe|recaptcha|cloudflare|alicdn/);
    expect(await policyOf('/captcha/Aliyun%20Captcha')).toMatch(/alicdn/);
  });

  test('learns nothing of the user: its page brings no account, and its address is no referrer', async () => {
    const { page } = await visitPage(world, await hcaptcha());
    const answer = await page.request.get('/captcha/hCaptcha?clientId=a');
    expect(answer.headers()['referrer-policy']).toBe('strict-origin');
    expect(await answer.text()).not.toContain('get-account');
  });

  test('is no page of its own', async () => {
    const { page } = await visitPage(world, '/captcha/hCaptcha?clientId=a');
    await page.getByText('Sorry, the page you visited does not exist.').waitFor();
  });

  test('is asked again after a token that the vendor refuses', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', vendor);
    await context.route(/captcha\/token/, (route) => route.fulfill({ body: 'forged' }));
    await openCaptcha(page);
    await checkbox(page).click();
    await confirm(page).click();
    await frameOf(page).getByText('Captcha Verify Failed').waitFor();
    await context.unroute(/captcha\/token/);
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
  });

  test('that expires has to be solved again', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', vendor);
    await openCaptcha(page);
    await checkbox(page).click();
    await expect.poll(() => confirm(page).isDisabled()).toBe(false);
    const drawn = page.frames().find((each) => each.url().includes('/captcha/hCaptcha'));
    await drawn?.evaluate('expireCaptcha()');
    await frameOf(page).getByText('The captcha has expired. Solve it again.').waitFor();
    expect(await confirm(page).isDisabled()).toBe(true);
  });

  test.each(['Escape', 'Cancel'])('ends with %s, and the focus returns', async (how) => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', vendor);
    await field(page, 'Email').fill('dora@example.com');
    await page.getByRole('button', { name: /^Send Code/ }).focus();
    await page.keyboard.press('Enter');
    await checkbox(page).waitFor();
    if (how === 'Escape') await page.keyboard.press('Escape');
    else await frameOf(page).getByRole('button', { name: how }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Send Code');
  });

  test('with a site key that the vendor does not know says so', async () => {
    const { page, context } = await visitPage(world, await guarded('hCaptcha', { clientId: 'unknown' }, 'mistyped'));
    await openVendor(context, 'hCaptcha', vendor);
    await openCaptcha(page);
    await frameOf(page).getByText('The captcha of hCaptcha does not load.').waitFor();
  });

  test('whose check address is away leads to a sentence beside the code', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', vendor);
    await openCaptcha(page);
    vendor.fail('busy');
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByText('The captcha service hCaptcha does not answer. Try again in a few minutes.').waitFor();
    vendor.fail('none');
  });

  test('is asked for a sign-in with a code', async () => {
    await hcaptcha();
    const name = `coded-${randomUUID().slice(0, 8)}`;
    const email = `${name}@example.com`;
    await add(world.root, 'user', { owner: 'acme', name, password, email });
    const { page, complaints } = await signInAt('hcaptcha', 'hCaptcha');
    await page.getByRole('button', { name: 'Sign in with code' }).click();
    await field(page, 'Email or phone').fill(email);
    await page.getByRole('button', { name: /^Send Code/ }).click();
    await checkbox(page).click();
    await confirm(page).click();
    await field(page, 'Verification code').fill(await world.mail.codeTo(email));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('https://app.example/**');
    expect(complaints).toEqual([]);
  });

  test.each([
    ['hCaptcha', {}],
    ['Aliyun Captcha', { subType: 'nc' }],
  ] as const)('is asked for after wrong passwords: %s', async (type, own) => {
    const application = `failed-${nameOf(type)}`;
    await guarded(type, own, application);
    const { page, asked, complaints } = await signInAt(application, type);
    await signIn(page, await failing(application), password);
    await checkbox(page).click();
    await confirm(page).click();
    await page.waitForURL('https://app.example/**');
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
    if (type === 'Aliyun Captcha') expect(asked.map(({ searchParams }) => searchParams.get('subType'))).toContain('nc');
    expect(complaints).toEqual([]);
  });

  test('is asked for recovery', async () => {
    await hcaptcha();
    const { page, context } = await visitPage(world, '/login?unused');
    await openVendor(context, 'hCaptcha', vendor);
    await page.goto('/forget/hcaptcha');
    await field(page, 'Username, email or phone').fill('alice');
    await page.getByRole('button', { name: 'Next Step' }).click();
    await page.getByRole('button', { name: /^Send Code/ }).click();
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: /^Code Sent/ }).waitFor();
  });

  test('fits on small phones, and axe finds nothing', async () => {
    const { page, context } = await visitPage(world, await hcaptcha(), { viewport: { width: 320, height: 640 } });
    const asked = await openVendor(context, 'hCaptcha', vendor);
    await openCaptcha(page);
    await checkbox(page).waitFor();
    expect(asked.some(({ searchParams }) => searchParams.get('size') === 'compact')).toBe(true);
    const card = await frameOf(page).locator('main').boundingBox();
    expect(card?.width).toBeLessThanOrEqual(320);
    expect(await findings(page)).toEqual([]);
  });
});
