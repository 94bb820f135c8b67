import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { openVendor } from '../../portal/codes/captcha-scripts.ts';
import { type CaptchaVendor, keys, startCaptchaVendor } from '../../portal/codes/captcha-vendor.ts';
import { solveCaptcha } from '../../portal/world/pages-world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let vendor: CaptchaVendor;
beforeAll(async () => {
  vendor = await startCaptchaVendor();
  desk = await openDesk({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
  vendor?.stop();
  await desk?.close();
});
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

async function open(provider: Record<string, unknown>): Promise<void> {
  const name = `provider-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'provider', { category: 'Captcha', ...provider, name });
  await desk.page.goto(`/providers/${name}`);
  await desk.heading(name);
}

const frame = () => desk.page.frameLocator('dialog iframe');

/** Ticks the box of the vendor, and confirms. */
async function tick(): Promise<void> {
  await frame().frameLocator('iframe').getByRole('button', { name: 'I am human' }).click();
  await frame().getByRole('button', { name: 'OK' }).click();
}

test('the preview of a vendor’s captcha draws it and checks the answer', async () => {
  const { page, button } = desk;
  await openVendor(page.context(), 'Cloudflare Turnstile', vendor);
  const endpoint = vendor.endpointOf('Cloudflare Turnstile');
  await open({ type: 'Cloudflare Turnstile', ...keys, clientId2: '', clientSecret2: '', endpoint });
  await button('Preview').click();
  await tick();
  await page.getByText('Captcha Verify Success').first().waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await open({ type: 'Cloudflare Turnstile', clientId: keys.clientId, clientSecret: 'another', endpoint });
  await button('Preview').click();
  await tick();
  await page
    .getByText(/does not accept the keys of its provider \(invalid-input-secret\)/)
    .first()
    .waitFor();
  await page.context().unrouteAll();
});

test('the preview of our own picture checks the digits', async () => {
  const { page, button } = desk;
  await open({ type: 'Default' });
  await button('Preview').click();
  await page.getByRole('dialog').getByAltText('Picture of five digits').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await solveCaptcha(page);
  await page.getByText('Captcha Verify Success').first().waitFor();
});

test('there is no preview without the keys, and of Aliyun none without a sub type', async () => {
  const isOff = () => desk.button('Preview').isDisabled();
  await open({ type: 'hCaptcha', clientId: 'a' });
  await expect.poll(isOff).toBe(true);
  await open({ type: 'Aliyun Captcha', ...keys });
  await expect.poll(isOff).toBe(true);
  await open({ type: 'Aliyun Captcha', ...keys, subType: 'nc' });
  await expect.poll(isOff).toBe(false);
});

test('an own email is changed after the captcha of a vendor, too', async () => {
  const { page, admin } = desk;
  await openVendor(page.context(), 'hCaptcha', vendor);
  const name = `provider-${randomUUID().slice(0, 8)}`;
  const endpoint = vendor.endpointOf('hCaptcha');
  const { clientId, clientSecret } = keys;
  await add(admin, 'provider', { name, category: 'Captcha', type: 'hCaptcha', clientId, clientSecret, endpoint });
  await admin.post(
    'update-application',
    { providers: [{ name }] },
    { query: { id: 'admin/app-built-in', columns: 'providers' } },
  );
  await page.goto('/account');
  await desk.button('Change email').click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('root@new.example');
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await tick();
  // The captcha was right, and there is nobody who could send the mail.
  await dialog.getByText(/email provider/i).waitFor();
});
