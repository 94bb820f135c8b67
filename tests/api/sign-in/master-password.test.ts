import { hashPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import { beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../harness/database/statements.ts';
import { add, password } from '../../harness/world.ts';
import { master, masterWorld, minute } from './master-world.ts';

const { addUsers, copyOf, tries, world } = masterWorld();

beforeAll(async () => {
  await addUsers('globex', 20, [3, 18, 20]);
  await addUsers('initech', 10, [5, 19, 20]);
  await addUsers('soylent', 0, [1, 9, 19]);
});

test('17.5 guesses at a master password from many users and networks lock the master password only', async () => {
  const isForbidden = { isForbidden: true };
  await world.root.post('update-user', isForbidden, { query: { id: 'globex/user-18' } });
  expect((await tries('globex', 'user-18', master)).body.code).toBe('user-forbidden');
  for (let each = 0; each < 40; each += 1) {
    const { body } = await tries(
      'globex',
      `user-${each % 17}`,
      `guess ${each}`,
      world.from(each % 2 ? world.app : world.other),
    );
    expect(body.code).toBe('sign-in-failed');
  }
  const [right, wrong] = [await tries('globex', 'user-20', master), await tries('globex', 'user-20', 'a wrong one')];
  expect(right.body).toEqual(wrong.body);
  expect(right.body.code).toBe('sign-in-failed');
  // Of a blocked user too, it gets the answer for a wrong one.
  expect((await tries('globex', 'user-18', master)).body.code).toBe('sign-in-failed');
  const asks = (tried: string) => statementsOf(world.app, () => tries('globex', 'user-20', tried));
  expect(await asks(master)).toEqual(await asks('a wrong one'));
  expect((await tries('globex', 'user-3', password)).body.code).toBe(undefined);
  expect((await tries('initech', 'user-3', master)).body.status).toBe('ok');
  world.later(15 * minute);
  expect((await tries('globex', 'user-20', master)).body.status).toBe('ok');
});

test('17.5 a new master password has twelve characters, and an older one stays valid', async () => {
  await add(world.root, 'organization', { name: 'hooli' });
  await add(world.root, 'user', { owner: 'hooli', name: 'henry', password });
  const { db } = world.app;
  expect((await db('organizations').where({ name: 'hooli' }).first()).master_password).toBe('');
  const set = async (masterPassword: string, more: object = {}) =>
    (await world.root.post('update-organization', { masterPassword, ...more }, { query: { id: 'admin/hooli' } })).body
      .code;
  expect(await set('eleven-char')).toBe('password-too-short');
  expect((await tries('hooli', 'henry', 'eleven-char')).body.code).toBe('sign-in-failed');
  const { password: master_password } = await hashPassword({ type: 'argon2id', password: 'from before' });
  await db('organizations').where({ name: 'hooli' }).update({ master_password });
  expect(await set('***', { displayName: 'Hooli' })).toBeUndefined();
  expect((await tries('hooli', 'henry', 'from before')).body.status).toBe('ok');
});

test('17.5 ten wrong passwords from one network lock it for that network only', async () => {
  world.later(120 * minute);
  const address = '203.0.113.9';
  const near = () => world.from(world.app, address);
  for (let each = 0; each < 10; each += 1) await tries('initech', `user-${each}`, 'wrong', near());
  expect((await tries('initech', 'user-20', master, near())).body.code).toBe('sign-in-failed');
  expect((await tries('initech', 'user-20', password, near())).body.status).toBe('ok');
  expect((await tries('initech', 'user-19', master)).body.status).toBe('ok');
});

test('17.5 a user who guesses in their own browser, from many networks and between right passwords, locks it for their name', async () => {
  world.later(240 * minute);
  const own = world.from(world.app);
  await tries('initech', 'user-5', password, own);
  const elsewhere = () => copyOf(own.cookies);
  for (let each = 0; each < 12; each += 1) {
    await tries('initech', 'user-5', `guess ${each}`, elsewhere());
    if (each % 3 === 2) expect((await tries('initech', 'user-5', password, elsewhere())).body.status).toBe('ok');
  }
  expect((await tries('initech', 'user-5', master, elsewhere())).body.code).toBe('sign-in-failed');
  expect((await tries('initech', 'user-19', master)).body.status).toBe('ok');
});

test('17.5 a new name of a user does not reset the guesses under their account', async () => {
  world.later(240 * minute);
  const own = world.from(world.app);
  await tries('soylent', 'user-1', password, own);
  for (let each = 0; each < 10; each += 1) {
    if (each === 5)
      await (await world.app.admin()).post('update-user', { name: 'renamed' }, { query: { id: 'soylent/user-1' } });
    await tries('soylent', each < 5 ? 'user-1' : 'renamed', `guess ${each}`, copyOf(own.cookies));
    if (each % 3 === 2) await tries('soylent', each < 5 ? 'user-1' : 'renamed', password, copyOf(own.cookies));
  }
  expect((await tries('soylent', 'renamed', master, copyOf(own.cookies))).body.code).toBe('sign-in-failed');
  expect((await tries('soylent', 'user-19', master)).body.status).toBe('ok');
});

test('17.5 a sign-in with the master password does not make the browser a known one', async () => {
  const deviceOf = async (tried: string) => {
    const browser = world.from(world.other);
    await tries('soylent', 'user-9', tried, browser);
    return [...browser.cookies.keys()].filter((name) => name.includes('device'));
  };
  expect(await deviceOf(password)).toHaveLength(1);
  expect(await deviceOf(master)).toEqual([]);
});
