import { beforeAll, expect, test } from 'vitest';
import { sharesOfLonger } from '../../harness/times.ts';
import { signInWorld } from './world.ts';

const minute = 60_000;

const world = signInWorld();
const { aUser, from, signIn } = world;
beforeAll(async () => {
  await aUser('forbidden', { isForbidden: true });
  await aUser('deleted', { isDeleted: true });
});

test('S25 a wrong password, an unknown, a blocked and a deleted user get the answer in the same time', async () => {
  const wrong = ['alice', 'missing', 'forbidden', 'deleted'].map((username) => () => {
    world.later(16 * minute);
    return signIn(from(world.app), { username, password: 'wrong' });
  });
  const { shares, text } = await sharesOfLonger(wrong, 200);
  for (const share of shares) expect(Math.abs(share - 0.5), text).toBeLessThan(0.3);
});
