import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { countRenders, type Renders, takeRenders } from '../world/renders.ts';

/** Counts of work, because times depend on the machine. Answers that come together or apart change them a little. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await countRenders(desk.page);
});
afterAll(() => desk?.close());

/** The work of React until the page is still. What follows after a pause, such as a check of the form, belongs to it. */
async function rendersOf(action: () => Promise<unknown>): Promise<Renders> {
  const sum: Renders = { commits: 0, components: 0 };
  await action();
  await desk.visitor.atRest();
  await expect
    .poll(
      async () => {
        const { commits, components } = await takeRenders(desk.page);
        sum.commits += commits;
        sum.components += components;
        return commits;
      },
      { interval: 1000, timeout: 30_000 },
    )
    .toBe(0);
  console.log(`${sum.commits} commits, ${sum.components} components`);
  return sum;
}

function expectAtMost(most: Renders, { commits, components }: Renders): void {
  expect(commits).toBeLessThanOrEqual(most.commits);
  expect(components).toBeLessThanOrEqual(most.components);
}

test('the first load of a list takes at most 12 commits and 800 components', async () => {
  const { page } = desk;
  const taken = await rendersOf(async () => {
    await page.goto('/users');
    await page.getByRole('gridcell').first().waitFor();
  });
  expectAtMost({ commits: 12, components: 800 }, taken);
});

test('the next page of a list takes at most 5 commits and 200 components', async () => {
  const { page, app } = desk;
  await loadUsers(app.db, 'built-in', 30);
  await page.goto('/users');
  const next = page.getByRole('button', { name: 'Next page' }).first();
  await rendersOf(() => next.waitFor());
  const taken = await rendersOf(async () => {
    await next.click();
    await page.getByText('11–20').filter({ visible: true }).first().waitFor();
  });
  expectAtMost({ commits: 5, components: 200 }, taken);
});

test('an editor that opens from its list takes at most 10 commits and 550 components', async () => {
  const { page } = desk;
  await page.goto('/applications');
  const link = page.getByRole('link', { name: 'app-built-in', exact: true });
  await rendersOf(() => link.waitFor());
  const taken = await rendersOf(async () => {
    await link.click();
    await page.getByLabel('Display name', { exact: true }).waitFor();
  });
  expectAtMost({ commits: 10, components: 550 }, taken);
});

test('a letter that somebody types into an editor takes at most 6 commits and 450 components', async () => {
  const { page } = desk;
  await page.goto('/applications/app-built-in');
  const field = page.getByLabel('Display name', { exact: true });
  // The first letter also makes the form a changed one.
  await rendersOf(() => field.press('x'));
  expectAtMost({ commits: 6, components: 450 }, await rendersOf(() => field.press('y')));
});

test('a selected row takes at most 3 commits and 70 components', async () => {
  const { page } = desk;
  await page.goto('/applications');
  const box = page.locator('tbody input[type=checkbox]').first();
  await rendersOf(() => box.waitFor());
  expectAtMost({ commits: 3, components: 70 }, await rendersOf(() => box.check()));
});
