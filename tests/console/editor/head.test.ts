import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** The head of an editor, with its menu, and the Save bar at its foot. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const labels = () => desk.page.locator('.editor-title .pf-v6-c-label').allTextContents();

test('the head shows the name of the object, its kind, its state, and where it is declared', async () => {
  const { page, admin, app, heading } = desk;
  await add(admin, 'role', { owner: 'built-in', name: 'porter', displayName: 'Porter at night' });
  await page.goto('/roles/built-in/porter');
  await heading('porter');
  await expect.poll(labels).toEqual(['Role', 'Enabled']);
  await page.locator('.editor-title').getByText('Porter at night').waitFor();

  await admin.post('update-role', { isEnabled: false }, { query: { id: 'built-in/porter' } });
  await page.reload();
  await expect.poll(labels).toEqual(['Role', 'Disabled']);

  await add(admin, 'product', { name: 'ticket', state: 'Draft' });
  await page.goto('/products/ticket');
  await expect.poll(labels).toEqual(['Product', 'Draft']);

  await add(admin, 'user', { owner: 'built-in', name: 'barred', password: 'correct-horse', isForbidden: true });
  await page.goto('/users/built-in/barred');
  await expect.poll(labels).toEqual(['User', 'Blocked']);

  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  const fields = { organization: 'acme', displayName: 'Shop', redirectUris: ['https://shop.example/callback'] };
  const operator = createOperator(app.url);
  expect((await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields })).status).toBe(200);
  await page.goto('/applications/shop');
  await expect.poll(labels).toEqual(['Application', 'Enabled', 'shop/checkout']);
  await page.getByTitle('Managed by Kubernetes: applications.doorwright.dev shop/checkout').waitFor();

  await page.goto('/new/roles');
  await heading('New role');
  await expect.poll(labels).toEqual(['Draft']);
});

const item = (name: string) => desk.page.getByRole('menuitem', { name, exact: true });

test('the menu copies the address, shows the custom resource and the records, and deletes', async () => {
  const { page, admin, app, button, stored, visitor } = desk;
  const name = `org-${randomUUID().slice(0, 8)}`;
  await add(admin, 'organization', { name, displayName: 'Organization' });
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/organizations/${name}?tab=users`);
  await button('Actions').click();
  await item('Copy link').click();
  await page.getByText('Copied to clipboard').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/organizations/${name}?tab=users`);

  await button('Actions').click();
  await item('Show YAML').click();
  await page.getByText('kind: Organization').waitFor();

  await button('Actions').click();
  await item('Records of this object').click();
  await page.getByRole('gridcell', { name: 'Organization added', exact: true }).waitFor();
  await page.goBack();

  await desk.tab('Settings');
  await desk.field('Display name').fill('Changed and given up');
  await button('Actions').click();
  await item('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/organizations');
  expect(await stored('organization', `admin/${name}`)).toBe(null);
});

test('the menu does not delete what the platform needs', async () => {
  await desk.page.goto('/organizations/built-in');
  await desk.button('Actions').click();
  await expect.poll(() => item('Delete').isDisabled()).toBe(true);
});

const sizes = [
  ['a desktop', 1440, 900],
  ['a phone with an open keyboard', 390, 420],
  ...(isFull()
    ? ([
        ['a tablet', 1024, 768],
        ['a phone', 390, 844],
        ['a window at 400 %', 320, 256],
      ] as const)
    : []),
] as const;

test.each(sizes)('on %s the Save bar is in sight and never over the focused field', async (_what, width, height) => {
  const { page } = desk;
  await page.setViewportSize({ width, height });
  await page.goto('/applications/app-built-in');
  const bar = page.locator('.save-bar');
  await bar.getByRole('button', { name: 'Save', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(1);
  const covers = `(() => {
    const bar = document.querySelector('.save-bar').getBoundingClientRect();
    const field = document.activeElement.getBoundingClientRect();
    return { field: document.activeElement.id, isInSight: bar.bottom <= innerHeight + 1, isCovered: field.bottom > bar.top + 1 };
  })()`;
  await desk.field('Name').focus();
  await desk.field('Display name').focus();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const { field, isInSight, isCovered } = await page.evaluate<Record<string, unknown>>(covers);
    if (await bar.evaluate((node) => node.contains(node.ownerDocument.activeElement))) break;
    expect({ field, isInSight, isCovered }).toEqual({ field, isInSight: true, isCovered: false });
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
});
