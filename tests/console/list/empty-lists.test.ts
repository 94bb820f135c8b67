import { menuKinds } from '@doorwright/console/src/admin/kinds.ts';
import kindLists from '@doorwright/locales/en/kind-lists.json' with { type: 'json' };
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('an empty list shows a sentence about the kind, its picture and its button', async () => {
  const { page, button, heading } = desk;
  await page.goto('/groups');
  await page.getByText('Groups put users into departments and teams').waitFor();
  await page.getByRole('main').locator('.pf-v6-c-empty-state__icon svg').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await button('Add Group').click();
  await heading('New group');
  await page.waitForURL('**/new/groups');
});

test('in an organization that has nothing, the list of each kind says what the kind is for', async () => {
  const { admin, app } = desk;
  await add(admin, 'organization', { name: 'bare', displayName: 'Bare' });
  const olga = { owner: 'bare', name: 'olga', displayName: 'Olga', password: 'correct-horse', isAdmin: true };
  await add(admin, 'user', olga);
  const session = await app.signedIn('bare', 'olga', olga.password);
  const { page } = await desk.visitAs(session, { viewport: { width: 1600, height: 1000 } });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await unfoldMenu(page);
  const words: Record<string, { empty: string }> = kindLists;
  const seen: string[] = [];
  for (const kind of menuKinds) {
    const link = menu.getByRole('link', { name: kind.titlePlural, exact: true });
    if ((await link.count()) === 0) continue;
    await link.click();
    await page.getByRole('heading', { level: 1, name: kind.titlePlural, exact: true }).waitFor();
    const state = page.getByRole('main').locator('.pf-v6-c-empty-state');
    await page.getByRole('main').locator('table, .pf-v6-c-empty-state').first().waitFor();
    await page.locator('.skeleton-row').first().waitFor({ state: 'detached' });
    if ((await state.count()) === 0) continue;
    expect(await state.textContent()).toContain(words[kind.name]?.empty);
    await state.locator('svg').first().waitFor();
    seen.push(kind.name);
  }
  expect(seen).toEqual(expect.arrayContaining(['role', 'group', 'permission', 'webhook', 'syncer', 'product', 'plan']));
});
