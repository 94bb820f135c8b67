import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('an emptied key pair becomes a new one; the page shows how long the old one stays, and can end it', async () => {
  const { page, field, button, save, admin, visitor } = desk;
  const name = `cert-${randomUUID().slice(0, 8)}`;
  await add(admin, 'cert', { name, cryptoAlgorithm: 'ES256' });
  await page.goto(`/certs/${name}`);
  const texts = () => page.getByRole('grid', { name: 'Keys in use' }).locator('tbody tr').allInnerTexts();
  await expect.poll(texts).toEqual([expect.stringMatching(`^${name}\\s+Active\\s+ES256`)]);

  await field('Certificate').fill('');
  await button('Replace Private key').click();
  await save();
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(`^${name}-[0-9a-f]{12}\\s+Active\\s+ES256`),
      expect.stringMatching(`^${name}\\s+Replaced\\s+ES256`),
    ]);
  const week = new Date(Date.now() + 168 * 3600_000);
  const [, retired] = (await admin.get('get-cert-keys', { id: `admin/${name}` })).body.data;
  const until = page.getByRole('grid', { name: 'Keys in use' }).getByRole('row').nth(2).getByRole('time');
  expect(await until.getAttribute('datetime')).toBe(retired.notAfter);
  expect(Math.abs(Date.parse(retired.notAfter) - week.getTime())).toBeLessThan(3600_000);
  await visitor.atRest();
  expect(await findingsInFull(page)).toEqual([]);

  await button(`Revoke key ${name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key', exact: true }).click();
  await page.getByText('Key revoked').first().waitFor();
  await expect.poll(async () => (await texts()).length).toBe(1);
  // The focus stays where it was.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
});
