import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add, password } from '../../harness/world.ts';
import { field, visitPage } from '../world/pages-world.ts';
import { openVendor, vendorTypes } from './captcha-scripts.ts';
import {
  checkbox,
  confirm,
  frameOf,
  guarded,
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

// The flows of a script: one that draws in a place, and that of Aliyun. The second tier has all vendors.
describe.each(isFull() ? vendorTypes : (['hCaptcha', 'Aliyun Captcha'] as const))('The captcha of %s', (type) => {
  test('is drawn by the vendor, and leads to a code', async () => {
    const { page, context, complaints } = await visitPage(world, await guarded(world, type));
    await openVendor(context, type, world.vendor);
    const email = await openCaptcha(page);
    expect(await confirm(page).isDisabled()).toBe(true);
    await checkbox(page).click();
    await confirm(page).click();
    await page.getByRole('button', { name: 'Code Sent: Email code' }).waitFor();
    expect(await world.mail.codeTo(email)).toMatch(/^\d{6}$/);
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('emailCode');
    expect(complaints).toEqual([]);
  });
});

describe('A captcha of a vendor', () => {
  const hcaptcha = () => guarded(world, 'hCaptcha');

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
    await hcaptcha();
    const alice = await world.app.signedIn('acme', 'alice', password);
    const page = async (path: string) => alice.get(path, {}, { headers: { Accept: 'text/html' } });
    expect((await page('/signup/hcaptcha')).text).toContain('get-account');
    const { headers, text } = await page('/captcha/hCaptcha?clientId=a');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(text).not.toContain('get-account');
  });

  test('is asked again after a token that the vendor refuses', async () => {
    const { page, context } = await visitPage(world, await hcaptcha());
    await openVendor(context, 'hCaptcha', world.vendor);
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

  test('is asked for a sign-in with a code', async () => {
    await hcaptcha();
    const name = `coded-${randomUUID().slice(0, 8)}`;
    const email = `${name}@example.com`;
    await add(world.root, 'user', { owner: 'acme', name, password, email });
    const { page, complaints } = await signInAt(world, 'hcaptcha', 'hCaptcha');
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

  test('fits on small phones, and axe finds nothing', async () => {
    const { page, context } = await visitPage(world, await hcaptcha(), { viewport: { width: 320, height: 640 } });
    const asked = await openVendor(context, 'hCaptcha', world.vendor);
    await openCaptcha(page);
    await checkbox(page).waitFor();
    expect(asked.some(({ searchParams }) => searchParams.get('size') === 'compact')).toBe(true);
    const card = await frameOf(page).locator('main').boundingBox();
    expect(card?.width).toBeLessThanOrEqual(320);
    expect(await findings(page)).toEqual([]);
  });
});
