import { isEdited, menuKinds, registry, titleOf } from '@doorwright/console/src/admin/kinds.ts';
import { paths } from '@doorwright/console/src/admin/paths.ts';
import { withinSentence } from '@doorwright/console/src/admin/words/within-sentence.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { add, sampleOf } from '../../harness/world.ts';
import { arrive, findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

const wide = { width: 1280, height: 900 };
const phone = { width: 320, height: 640 };

/** The kinds with pages of the console. */
export const shownKinds = [...menuKinds, registry.named('ldap')];

/** The pages of these kinds: lists, editors with all their tabs, and drafts. */
export function checkPagesOf(kinds: typeof shownKinds): void {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
    await desk.page.goto('/');
  });
  afterAll(() => desk?.close());
  // The browser reports no errors.
  afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

  /** The page fits a phone. In the second tier, axe finds nothing on it. */
  async function isSound(): Promise<void> {
    const { page, visitor } = desk;
    await visitor.atRest();
    expect(await findingsInFull(page)).toEqual([]);
    await page.setViewportSize(phone);
    await arrive(page);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);
    await page.setViewportSize(wide);
  }

  describe.each(kinds)('Objects of the kind $kind', (kind) => {
    test('are listed', async () => {
      const { page, heading } = desk;
      // By the menu: a new load of the console takes longer than a look at a list.
      const menu = page.getByRole('navigation', { name: 'Menu' });
      if (menuKinds.includes(kind)) {
        await unfoldMenu(page);
        await menu.getByRole('link', { name: kind.titlePlural, exact: true }).click();
      } else await page.goto(paths.list(kind));
      await heading(kind.titlePlural);
      await isSound();
    });

    if (!isEdited(kind)) return;
    test('are edited by all fields of their form', async () => {
      const { page, admin } = desk;
      const { data: draft } = (await admin.get(`get-draft-${kind.name}`)).body;
      const object = await add(admin, kind.name, { ...draft, ...sampleOf(kind, 'built-in', 'sample') });
      await page.goto(paths.editor(kind, object));
      await page.getByRole('heading', { level: 1, name: titleOf(kind, object), exact: true }).waitFor();
      // The first tab of a user shows, and saves nothing.
      const last = kind.people ? { role: 'grid', name: 'Recent activity' } : { role: 'button', name: 'Save' };
      await page.getByRole(last.role as 'grid', { name: last.name, exact: true }).waitFor();
      await isSound();
      for (const tab of (await page.getByRole('tab').all()).slice(1)) {
        await tab.click();
        await isSound();
      }
    });

    if (!kind.access.add) return;
    test('begin with the defaults, and Cancel stores nothing', async () => {
      const { page, button, heading, field, admin } = desk;
      const count = async () => (await admin.get(`get-${kind.plural}`, { pageSize: 1, p: 1 })).body.data2;
      const before = await count();
      await page.goto(paths.list(kind));
      await button('Add').click();
      await heading(`New ${withinSentence(kind.title, 'en')}`);
      if (kind.key === 'name') expect(await field('Name').inputValue()).toMatch(/_[a-z0-9]{6}$/);
      await button('Cancel').click();
      await page.waitForURL(`**${paths.list(kind)}`);
      expect(await count()).toBe(before);
    });
  });
}
