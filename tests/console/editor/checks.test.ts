import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'application', { name: 'shop', organization: 'built-in', cert: 'cert-built-in' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('an address is checked when the user leaves it, not while they type, and the note goes when it is complete', async () => {
  const { page, field } = desk;
  await page.goto('/applications/shop');
  const homepage = field('Homepage');
  const note = page.getByText('This is no complete address');
  await homepage.pressSequentially('shop.exam');
  expect(await note.count()).toBe(0);
  await page.keyboard.press('Tab');
  await note.waitFor();
  await homepage.fill('https://shop.example.com');
  await note.waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  expect(await note.count()).toBe(0);
});

test('a rule of the model holds before the save: its error stands at the field after a pause, and goes with the mistake', async () => {
  const { page, field, row } = desk;
  const name = `hook-${randomUUID().slice(0, 8)}`;
  await add(desk.admin, 'webhook', { name, organization: 'built-in', url: 'https://example.com/hook' });
  await page.goto(`/webhooks/${name}`);
  await field('URL').fill('ftp://example.com');
  await page.locator('#url-problem').getByText('must be a URL that begins with').waitFor();
  await expect.poll(() => field('URL').getAttribute('aria-invalid')).toBe('true');
  await field('URL').fill('https://example.com');
  await page.locator('#url-problem').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add: Headers' }).click();
  await field('Name 1').fill('X-Bad: name');
  await row('Headers', 1).getByText('must be a valid header name').waitFor();
  await page.getByRole('button', { name: 'Add: Headers' }).click();
  await row('Headers', 1).getByText('must be a valid header name').waitFor();
});

test('a picture is shown, and an address without one says so', async () => {
  const { page, field, visitor } = desk;
  await page.goto('/applications/shop?tab=branding');
  await field('Logo').fill('/icon.svg');
  const picture = page.locator('img.preview').first();
  await expect
    .poll(() => picture.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  await field('Logo').fill('/assets/nothing.png');
  await page.getByText('There is no picture at this address').waitFor();
  expect(await page.locator('img.preview').count()).toBe(0);
  // The browser reports the missing file.
  visitor.complaints.length = 0;
  await field('Logo').fill('/icon.svg');
  await page.getByText('There is no picture at this address').waitFor({ state: 'detached' });
});

test('a certificate shows its owner and its end, code is copied by a button, and another text is no certificate', async () => {
  const { page, field } = desk;
  await page.goto('/certs/cert-built-in');
  await page.getByText(/CN=.*valid until/).waitFor();
  const certificate = field('Certificate');
  expect(await page.evaluate('getComputedStyle(document.getElementById("certificate")).fontFamily')).toContain('mono');
  await page.getByRole('button', { name: 'Copy: Certificate' }).waitFor();
  expect(await findingsInFull(page, undefined, '#main')).toEqual([]);
  await certificate.fill('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  await page.getByText('This is no certificate in PEM format').waitFor();
  await expect.poll(() => page.getByText(/CN=.*valid until/).count()).toBe(0);
});
