import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  for (let number = 10; number < 37; number++)
    await add(desk.admin, 'role', { name: `role-${number}`, owner: 'built-in' });
  // A render that changes the page is one delivery of its changes. The observer also counts the changed places.
  await desk.page.addInitScript(`
    window.drawn = { times: 0, places: 0 };
    new MutationObserver((changes) => {
      drawn.times++;
      drawn.places += changes.length;
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  `);
});

afterAll(() => desk?.close());

interface Drawn {
  times: number;
  places: number;
}

/** How often the page was drawn during some work, and in how many places. */
async function drawnBy(work: () => Promise<unknown>): Promise<Drawn> {
  const { page, visitor } = desk;
  await visitor.atRest();
  await page.evaluate('drawn.times = drawn.places = 0');
  await work();
  await visitor.atRest();
  return page.evaluate<Drawn>('drawn');
}

const show = (what: string, { times, places }: Drawn) => console.log(`${what}: drawn ${times} times, ${places} places`);

test('a list is drawn a few times until it is complete', async () => {
  const { page, visitor } = desk;
  await page.goto('/roles');
  await page.getByRole('link', { name: 'role-36' }).waitFor();
  await visitor.atRest();
  const first = await page.evaluate<Drawn>('drawn');
  show('list', first);
  expect(first.times).toBeLessThanOrEqual(30);
});

test('the next page of a list is drawn twice: as skeletons, and with its rows', async () => {
  const { page } = desk;
  const drawn = await drawnBy(async () => {
    await page.locator('main [data-action=next]').first().click();
    await page.getByRole('link', { name: 'role-26' }).waitFor();
  });
  show('next page', drawn);
  expect(drawn.times).toBeLessThanOrEqual(12);
});

test('an editor that opens from its list is drawn a few times', async () => {
  const { page } = desk;
  const drawn = await drawnBy(async () => {
    await page.getByRole('link', { name: 'role-26' }).click();
    await page.getByRole('textbox', { name: 'Display name' }).waitFor();
  });
  show('editor', drawn);
  expect(drawn.times).toBeLessThanOrEqual(30);
});

test('a typed letter draws its field and the Save bar, not the form', async () => {
  const { page } = desk;
  const field = page.getByRole('textbox', { name: 'Display name' });
  await field.press('a');
  const drawn = await drawnBy(() => field.press('b'));
  show('letter', drawn);
  expect(drawn.places).toBeLessThanOrEqual(10);
});
