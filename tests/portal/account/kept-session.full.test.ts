import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, done, field, password, visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

/** Changes in a row. Before the mend, half of them signed the person out on a busy machine, and all on a slow line. */
const times = 50;

test('35.5 a person who changes their password fifty times on a slow line stays signed in', async () => {
  const { page, complaints } = await visitAccount(world, { at: '/account/security' });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 200, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', slow);
  let present = password;
  for (let round = 1; round <= times; round += 1) {
    const next = `a-good-password-${round}-of-${times}`;
    await button(page, 'Change Password').first().click();
    await field(page, 'Current password').fill(present);
    await field(page, 'New password').fill(next);
    await field(page, 'Confirm').fill(next);
    await button(page, 'Change Password').last().click();
    await done(page, 'The password is changed. Your other sessions have ended.');
    await field(page, 'Current password').waitFor({ state: 'detached' });
    const account = await page.request.get('/api/get-account');
    expect([round, new URL(page.url()).pathname, (await account.json()).status]).toEqual([
      round,
      '/account/security',
      'ok',
    ]);
    present = next;
  }
  expect(complaints).toEqual([]);
});
