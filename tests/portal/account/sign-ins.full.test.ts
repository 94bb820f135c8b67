import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

test('a person without sign-ins, such as one of an import, reads that there are none yet', async () => {
  const person = await visitAccount(world);
  const { page } = person;
  await world.app.db('records').where({ user: person.name }).delete();
  await page.goto('/account/sign-ins');
  await page.getByText('There are no sign-ins yet.').waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: '127.0.0.1' }).count()).toBe(0);
  expect(await button(page, 'Show more').count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  expect(person.complaints).toEqual([]);
});

test('older ones come with a button on a phone in the dark, and the focus goes to the first of them', async () => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
  const person = await visitAccount(world, { options });
  const { page } = person;
  const { table, toRow } = world.app.store('record');
  const told = { owner: 'acme', organization: 'acme', user: person.name, version: 1, action: 'login', clientIp: '::1' };
  const rows = Array.from({ length: 30 }, (_, at) =>
    toRow({ ...told, name: `old-${person.name}-${at}`, createdTime: new Date(Date.now() - at).toISOString() }),
  );
  await world.app
    .db('users')
    .where({ name: person.name })
    .update({ created_time: new Date(0) });
  await world.app.db.batchInsert(table, rows, 50);
  await page.goto('/account/sign-ins');
  const shown = page.getByRole('listitem').filter({ hasText: 'Signed in' });
  await expect.poll(() => shown.count()).toBe(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => shown.count()).toBe(31);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI');
  expect(await findings(page)).toEqual([]);
});
