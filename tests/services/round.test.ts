import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServicePages, type ServicePages } from './pages-world.ts';
import { isRefused, links, placeOf, signsUp } from './round.ts';

let pages: ServicePages;
beforeAll(async () => {
  pages = await openServicePages();
});
afterAll(() => pages?.stop());

// Each way by which browsers come back. `table.test.ts` tries every service without a browser, and the second tier with one.
test.each([
  ['a code in the address', 'OpenID Connect'],
  ['a form from another site', 'Apple'],
  ['signed fields in the address', 'Steam'],
])('a stranger signs up at a client, and signs in again, with %s: %s', async (_, type) => {
  await signsUp(await placeOf(pages, type));
});

test('a user links an account on their page, signs in with it, and unlinks it', async () => {
  await links(await placeOf(pages, 'GitHub'));
});

test('a refusal of the service is explained in words, with a way back', async () => {
  const place = await placeOf(pages, 'Alipay');
  expect(place.row.standIn).toHaveProperty('denies');
  await isRefused(place);
});
