import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { add } from '../../harness/world.ts';
import { made, makeToken, programWith, userOf } from '../../protocol/scim/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('an administrator makes a token by the keyboard, copies it once, and deletes it after a question', async () => {
  const { app, page, heading, button } = desk;
  await page.goto('/organizations/acme?tab=provisioning');
  await heading('acme');
  const part = page.getByRole('region', { name: 'Provisioning' });
  await part.getByText('No program has a token yet.').waitFor();
  expect(await part.getByLabel('Address of the SCIM server', { exact: true }).inputValue()).toBe(
    `${app.url}/scim/v2/acme`,
  );

  await button('New token').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Okta');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Token made' });
  const text = await dialog.getByLabel('Token', { exact: true }).inputValue();
  expect(text).toMatch(/^dw_scim_/);
  expect(await findingsInFull(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await programWith(app, text).get('/Users')).status).toBe(200);

  await page.reload();
  const row = part.getByRole('grid', { name: 'Tokens' }).getByRole('row').nth(1);
  await row.getByText('Okta').waitFor();
  await row.getByText('built-in/admin').waitFor();
  expect(await page.content()).not.toContain(text);
  expect(await findingsInFull(page)).toEqual([]);
  await row.getByRole('button', { name: 'Delete: Okta' }).click();
  await page.getByRole('dialog', { name: 'Delete the token Okta?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Token deleted').first().waitFor();
  await part.getByText('No program has a token yet.').waitFor();
  expect((await programWith(app, text).get('/Users')).status).toBe(401);
});

test('a declared token is shown with its kind, and nobody deletes it here', async () => {
  const { app, page, heading } = desk;
  const operator = createOperator(app.url);
  expect((await operator.put('organization/admin/declared', { uid: 'u-declared' })).status).toBe(200);
  const body = { token: `dw_scim_${'t'.repeat(43)}`, overlapSeconds: 0 };
  expect((await operator.ask('PUT', 'organization/admin/declared/scim-tokens/okta', body)).status).toBe(200);
  await page.goto('/organizations/declared?tab=provisioning');
  await heading('declared');
  const row = page.getByRole('grid', { name: 'Tokens' }).getByRole('row').nth(1);
  await row.getByText('Custom resource', { exact: true }).waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

test("the platform's own organization offers no tokens", async () => {
  await desk.page.goto('/organizations/built-in?tab=provisioning');
  await desk.page.getByText('The organization of the platform is not provisioned by programs.').waitFor();
  expect(await desk.page.getByRole('button', { name: 'New token' }).count()).toBe(0);
});

test("a user's page names the program, and leads to its tokens", async () => {
  const { app, admin, page, heading } = desk;
  const program = programWith(app, await makeToken(admin));
  await made(program, '/Users', userOf('judy', { displayName: 'Judy' }));
  await page.goto('/users/acme/judy');
  await heading('judy');
  await page.getByText('A program provisions this user by SCIM, and may set changed fields again').waitFor();
  await page.getByRole('link', { name: 'Open provisioning' }).click();
  await page.getByRole('region', { name: 'Provisioning' }).waitFor();
});
