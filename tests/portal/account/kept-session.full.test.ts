import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, done, field, password, visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

/** Changes of each person. A user may try 40 new passwords in a quarter of an hour. */
const times = 25;

/** Before the fix, half of the changes signed the person out on a busy machine, and all on a slow line. */
test.each(['first', 'second'])(
  '35.5 fifty new passwords on a slow line keep people signed in: the %s person',
  async () => {
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
      await field(page, 'Current password').waitFor({ state: 'detached' });
      await done(page, 'The password is changed. Your other sessions have ended.');
      const account = await (await page.request.get('/api/get-account')).json();
      expect([round, new URL(page.url()).pathname, account.status]).toEqual([round, '/account/security', 'ok']);
      present = next;
    }
    expect(complaints).toEqual([]);
  },
);
