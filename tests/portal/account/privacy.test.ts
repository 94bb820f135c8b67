import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, password, stored, visitAccount, withOrganization } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const at = '/account/privacy';

test('a user downloads their data as a JSON file', async () => {
  const { page, name, complaints } = await visitAccount(world, { at });
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^account-[\d-]{10}\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.user).toMatchObject({ name, displayName: 'Ada Byron' });
  expect(complaints).toEqual([]);
});

test('without a rule of the organization, the page says whom to ask, and has no button', async () => {
  const { page } = await visitAccount(world, { at });
  await page.getByText('Acme does not let users delete their account. Ask an administrator.').waitFor();
  expect(await button(page, 'Delete account…').count()).toBe(0);
});

test('a user deletes their account after they type their name, and are signed out', async () => {
  await withOrganization(world, { enableAccountDeletion: true }, async () => {
    const { page, name, complaints } = await visitAccount(world, { at });
    await button(page, 'Delete account…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByText('Nobody can bring them back.').waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByLabel(`Type ${name} to confirm`).fill('somebody');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('This is not your user name').waitFor();
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await stored(world, name)).toBeNull();
    await page.getByRole('link', { name: 'To sign-in' }).click();
    await page.waitForURL('**/login/acme?remembered=1');
    await page.goto('/account');
    await page.waitForURL('**/login/acme?remembered=1');
    expect(complaints).toEqual([]);
  });
});

test('a user whose last proof is old proves again who they are', async () => {
  await withOrganization(world, { enableAccountDeletion: true, enableSoftDeletion: true }, async () => {
    const { page, name } = await visitAccount(world, { at });
    const old = new Date(Date.now() - 11 * 60_000);
    await world.app
      .db(world.app.store('session').table)
      .where({ owner: 'acme', user: name })
      .update({ authenticated_time: old });
    await button(page, 'Delete account…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByText('An administrator can bring it back.').waitFor();
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    const proof = page.getByRole('dialog').last();
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account is deleted' }).waitFor();
    expect(await stored(world, name)).toMatchObject({ isDeleted: true });
  });
});
