import { calledBy, isEdited, menuKinds, registry } from '@doorwright/console/src/kinds.ts';
import { paths } from '@doorwright/console/src/paths.ts';
import { withinSentence } from '@doorwright/console/src/words/within-sentence.ts';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { add, sampleOf } from '../../harness/world.ts';
import { arrive, findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const wide = { width: 1280, height: 900 };
const phone = { width: 320, height: 640 };

/** axe finds nothing on the page, in both themes and at both widths. */
async function isSound(): Promise<void> {
  const { page, visitor } = desk;
  await visitor.atRest();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize(phone);
  await arrive(page);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);
  await page.setViewportSize(wide);
}

const shown = [...menuKinds, registry.named('ldap')];
const edited = shown.filter(isEdited);
const added = edited.filter(({ access }) => access.add);

describe.each(shown)('Objects of the kind $kind', (kind) => {
  test('are listed by the columns of their model, and sorted by all but secrets', async () => {
    const { page, heading, admin } = desk;
    // By the menu: a new load of the console takes longer than a look at a list.
    const menu = page.getByRole('navigation', { name: 'Menu' });
    if (menuKinds.includes(kind)) await menu.getByRole('link', { name: kind.titlePlural, exact: true }).click();
    else await page.goto(paths.list(kind));
    await heading(kind.titlePlural);
    const columns = (kind.list?.columns ?? []).map(({ field }) => fieldsOf(kind).find(({ name }) => name === field));
    const sorted = columns.filter((each) => !each?.secret).map((each) => each?.name ?? '');
    const verb = kind.people ? 'get-global-users' : `get-${kind.plural}`;
    const answers = await Promise.all(
      sorted.map((sortField) => admin.get(verb, { p: 1, pageSize: 10, sortField, sortOrder: 'ascend' })),
    );
    expect(sorted.filter((_, index) => answers[index]?.body.status !== 'ok')).toEqual([]);
    await isSound();
  });
});

describe.each(edited)('Objects of the kind $kind', (kind) => {
  test('are edited by all fields of their form', async () => {
    const { page, admin } = desk;
    const { data: draft } = (await admin.get(`get-draft-${kind.name}`)).body;
    const object = await add(admin, kind.name, { ...draft, ...sampleOf(kind, 'built-in', 'sample') });
    await page.goto(paths.editor(kind, object));
    await page.getByRole('heading', { level: 1, name: calledBy(kind, object), exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await isSound();
    for (const tab of (await page.getByRole('tab').all()).slice(1)) {
      await tab.click();
      await isSound();
    }
  });
});

describe.each(added)('Objects of the kind $kind', (kind) => {
  test('a new one starts with the defaults, and Cancel stores nothing', async () => {
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
