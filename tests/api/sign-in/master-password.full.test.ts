import { beforeAll, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { master, masterWorld } from './master-world.ts';

const { addUsers, copyOf, tries, world } = masterWorld();

beforeAll(async () => {
  await addUsers('initech', 0, [...Array(12).keys(), 20]);
  await addUsers('umbrella', 0, [...Array(21).keys()]);
});

test('17.5 a wrong password in a known browser counts for the network and the name only', async () => {
  const browsers = [];
  for (let each = 0; each < 12; each += 1) {
    const browser = world.from(world.app);
    await tries('initech', `user-${each}`, password, browser);
    await browser.post('logout');
    browsers.push(browser);
  }
  for (const [each, browser] of browsers.entries())
    for (let slips = 0; slips < 4; slips += 1) await tries('initech', `user-${each}`, 'a slip', browser);
  expect((await tries('initech', 'user-20', master)).body.status).toBe('ok');
});

test('17.5 guesses with twenty own accounts in known browsers, from many networks, lock the master password', async () => {
  const devices = [];
  for (let each = 0; each < 20; each += 1) {
    const browser = world.from(world.app);
    await tries('umbrella', `user-${each}`, password, browser);
    devices.push(browser.cookies);
  }
  for (let round = 0; round < 2; round += 1)
    for (const [each, device] of devices.entries()) {
      for (let guess = 0; guess < 3; guess += 1)
        await tries('umbrella', `user-${each}`, `guess ${round} ${guess}`, copyOf(device));
      await tries('umbrella', `user-${each}`, password, copyOf(device));
    }
  expect((await tries('umbrella', 'user-20', master)).body.code).toBe('sign-in-failed');
  expect((await tries('umbrella', 'user-20', password)).body.status).toBe('ok');
});
