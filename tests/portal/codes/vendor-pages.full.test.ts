import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { field, visitPage } from '../world/pages-world.ts';
import { from } from '../world/portal-world.ts';
import { openVendor, vendorTypes } from './captcha-scripts.ts';
import {
  checkbox,
  confirm,
  frameOf,
  guarded,
  nameOf,
  openCaptcha,
  signInAt,
  startVendorPages,
  type VendorPages,
} from './vendor-pages-world.ts';

let world: VendorPages;
beforeAll(async () => {
  world = await startVendorPages();
});
afterAll(() => world?.stop());

/** A user, whose name somebody has tried with five wrong passwords. */
async function failing(application: string): Promise<string> {
  const name = `failing-${randomUUID().slice(0, 8)}`;
  await add(world.root, 'user', { owner: 'acme', name, password, email: `${name}@example.com` });
  const form = { type: 'login', application, organization: 'acme', username: name, password: 'wrong' };
  for (let tries = 0; tries < 5; tries += 1) await from(world.app).post('login', form);
  await world.app.db('guess_counts').update({ locked_until_time: null });
  return name;
}

test.each(['nc', 'ic'])('Aliyun draws the captcha that the provider names: %s', async (subType) => {
  const { page, context, complaints } = await visitPage(
    world,
    await guarded(world, 'Aliyun Captcha', { subType }, subType),
  );
  const asked = await openVendor(context, 'Aliyun Captcha', world.vendor);
  const email = await openCaptcha(page);
  await checkbox(page).click();
  await confirm(page).click();
  expect(await world.mail.codeTo(email)).toMatch(/^\d{6}$/);
  expect(asked.flatMap(({ searchParams }) => searchParams.get('subType') ?? [])).toContain(subType);
  expect(complaints).toEqual([]);
});

describe.each(vendorTypes)('The captcha of %s', (type) => {
  test('does not load: a sentence says what to do, and another try succeeds', async () => {
    const { page, context } = await visitPage(world, await guarded(world, type));
    await context.route(/^https:/, (route) => route.abort());
    await openCaptcha(page);
    await frameOf(page).getByText(`The captcha of ${type} does not load.`).waitFor();
    await openVendor(context, type, world.vendor);
    await frameOf(page).getByRole('button', { name: 'Try again' }).click();
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
  });
});

describe('A captcha of a vendor', () => {
  const hcaptcha = () => guarded(world, 'hCaptcha');

  test('is no page of its own', async () => {
    const { page } = await visitPage(world, '/captcha/hCaptcha?clientId=a');
    await page.getByText('Sorry, the page you visited does not exist.').waitFor();
  });

  test('that expires has to be solved again', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', world.vendor);
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
    await openVendor(context, 'hCaptcha', world.vendor);
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
    const { page, context } = await visitPage(
      world,
      await guarded(world, 'hCaptcha', { clientId: 'unknown' }, 'mistyped'),
    );
    await openVendor(context, 'hCaptcha', world.vendor);
    await openCaptcha(page);
    await frameOf(page).getByText('The captcha of hCaptcha does not load.').waitFor();
  });

  test('whose check address is away leads to a sentence beside the code', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', world.vendor);
    await openCaptcha(page);
    world.vendor.fail('busy');
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByText('The captcha service hCaptcha does not answer. Try again in a few minutes.').waitFor();
    world.vendor.fail('none');
  });

  test.each([
    ['hCaptcha', {}],
    ['Aliyun Captcha', { subType: 'nc' }],
  ] as const)('is asked for after wrong passwords: %s', async (type, own) => {
    const application = `failed-${nameOf(type)}`;
    await guarded(world, type, own, application);
    const { page, asked, complaints } = await signInAt(world, application, type);
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
    await openVendor(context, 'hCaptcha', world.vendor);
    await page.goto('/forget/hcaptcha');
    await field(page, 'Username, email or phone').fill('alice');
    await page.getByRole('button', { name: 'Next Step' }).click();
    await page.getByRole('button', { name: /^Send Code/ }).click();
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: /^Code Sent/ }).waitFor();
  });
});
