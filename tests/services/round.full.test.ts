import { afterAll, beforeAll, describe, test } from 'vitest';
import { openServicePages, type ServicePages } from './pages-world.ts';
import { isRefused, links, placeOf, signsUp, types } from './round.ts';

let pages: ServicePages;
beforeAll(async () => {
  pages = await openServicePages();
});
afterAll(() => pages?.stop());

describe.each(types)('With %s', (type) => {
  let place: Awaited<ReturnType<typeof placeOf>>;
  // The retry of a test has a new server, so each test finds the application there.
  beforeAll(async () => {
    place = await placeOf(pages, type);
  });

  test('a stranger signs up at a client from the sign-up page, and signs in again from the sign-in page', () =>
    signsUp(place));

  test('a user links an account on their page, signs in with it, and unlinks it', () => links(place));

  test('a refusal of the service is explained in words, with a way back', () => isRefused(place));
});
