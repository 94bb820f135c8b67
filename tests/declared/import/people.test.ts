import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { createOperator, type Operator } from '../operator.ts';
import { digests, fine, imported, moved, object, organization, outcomes, person, problemsOf } from './world.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  operator = createOperator(app.url);
  await imported(operator, organization('acme'), organization('globex'));
});
afterAll(() => app.stop());

const read = async (name: string) => (await root.get('get-user', { id: `acme/${name}` })).body.data;

test('an imported user keeps their id, times and proofs', async () => {
  const fields = {
    ...{ id: 'id-of-before', email: 'vera@acme.example', emailVerified: true, phone: '13812345678' },
    ...{ createdTime: '2018-05-06T07:08:09Z', lastSigninTime: '2024-01-02T03:04:05.678Z', isAdmin: true },
    properties: { team: 'north' },
  };
  expect(await imported(operator, person('vera', fields))).toEqual([fine]);
  expect(await read('vera')).toMatchObject({
    ...fields,
    createdTime: '2018-05-06T07:08:09.000Z',
    phoneVerified: false,
  });
});

describe('a user who is there', () => {
  test('is found by their id, also under another name', async () => {
    await imported(operator, person('ida', { id: 'id-ida', email: 'ida@acme.example' }));
    const [result] = await imported(operator, person('ida.new', { id: 'id-ida', displayName: 'ida' }));
    expect(result).toEqual({ outcome: 'kept', problems: [], differs: ['name'] });
    expect(await read('ida')).toMatchObject({ id: 'id-ida' });
  });

  test('is the same after they signed in here and used a recovery code, but not with another password', async () => {
    const codes = { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'], totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
    const sam = (extra: object) => person('sam', {}, { digest: digests.argon2id as never, ...codes, ...extra });
    await imported(operator, sam({}));
    await app.db('users').where({ name: 'sam' }).update({ last_signin_time: new Date() });
    await app
      .db('factors')
      .where({ user: 'sam', type: 'recovery' })
      .update({ digests: app.db.raw('digests - 0') });
    expect(await imported(operator, sam({}))).toEqual([{ ...fine, outcome: 'same' }]);
    const other = { digest: digests.bcrypt, totp: 'JBSWY3DPEHPK3PXQJBSWY3DPEHPK3PXQ', recoveryCodes: ['eeeee-fffff'] };
    expect(await imported(operator, sam(other))).toMatchObject([
      { outcome: 'kept', differs: ['digest', 'recoveryCodes', 'totp'] },
    ]);
  });

  test('with a readable password is compared with it', async () => {
    const kim = (password: string) => person('kim', { password });
    expect(await imported(operator, kim(moved))).toEqual([fine]);
    expect(
      outcomes([...(await imported(operator, kim(moved))), ...(await imported(operator, kim(`${moved}!`)))]),
    ).toEqual(['same', 'kept']);
  });
});

test('a name, address, number or id of somebody else refuses one user alone', async () => {
  const owned = { id: 'id-olga', email: 'olga@acme.example', phone: '13900000001' };
  await imported(operator, person('olga', owned));
  await imported(operator, person('gone', { id: 'id-gone' }));
  await root.post('delete-user', { owner: 'acme', name: 'gone' });
  const results = await imported(
    operator,
    person('olga', { id: 'id-other' }),
    person('first', { email: owned.email }),
    person('second', { phone: owned.phone }),
    person('third', { owner: 'globex', id: owned.id }),
    person('fourth', { id: 'id-gone' }),
    person('fifth', { email: 'five@acme.example' }, { totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    person('sixth', { email: 'five@acme.example' }),
    person('seventh', { owner: 'globex', email: owned.email }),
    person('fifth', { email: 'five@acme.example' }, { totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
  );
  expect(results.map(problemsOf)).toEqual([
    ['name taken'],
    ['email taken'],
    ['phone taken'],
    ['id taken'],
    ['id taken'],
    [],
    ['email taken'],
    [],
    [],
  ]);
  expect(outcomes(results.slice(5))).toEqual(['added', 'refused', 'added', 'same']);
});

test('a value that nobody could use is left out, and the user is added without it', async () => {
  const [result] = await imported(
    operator,
    person(
      'max',
      {
        ...{ email: 'not an address', emailVerified: true, phone: '12', signupApplication: 'missing' },
        ...{ birthday: 'x'.repeat(200), createdTime: 'yesterday', lastSigninTime: '2999-01-01T00:00:00Z' },
        properties: { good: 'yes', bad: 'x'.repeat(3000) },
      },
      {
        digest: { passwordType: 'scrypt', password: 'x' },
        ...{ totp: 'JBSWY3DPEH', recoveryCodes: ['12-34-56'], recoveryDigests: ['#'.repeat(88)] },
      },
    ),
  );
  expect(result?.outcome).toBe('added');
  expect(problemsOf(result as never).toSorted()).toEqual([
    'birthday too-long',
    'createdTime not-moment',
    'digest password-type-unknown',
    'email email-invalid',
    'lastSigninTime wrong',
    'phone phone-invalid',
    'properties.bad too-long',
    'recoveryCodes[0] too-short',
    'recoveryDigests[0] wrong',
    'signupApplication no-such-object',
    'totp too-short',
  ]);
  expect(JSON.stringify(result)).not.toContain('xxx');
  expect(await read('max')).toMatchObject({
    ...{ email: '', emailVerified: false, phone: '', birthday: '', lastSigninTime: '' },
    properties: { good: 'yes' },
  });
});

test('a number gets the form in which sign-up stores it, and one that has no such form is left out', async () => {
  const london = { owner: 'london' };
  await imported(operator, organization('london', { phonePrefix: '44' }));
  const sent = {
    first: '+44 7911 123456',
    second: '07911 123457',
    third: '0044 (7911) 123-458',
    fourth: '+1 415 555 0123',
  };
  const people = Object.entries(sent).map(([name, phone]) => person(name, { ...london, phone }));
  const results = await imported(operator, ...people);
  expect(results.map(problemsOf)).toEqual([[], [], [], ['phone phone-invalid']]);
  const rows = await app.db('users').where(london).orderBy('phone').select('name', 'phone');
  expect(rows).toEqual([
    { name: 'fourth', phone: '' },
    { name: 'first', phone: '7911123456' },
    { name: 'second', phone: '7911123457' },
    { name: 'third', phone: '7911123458' },
  ]);
  const again = await imported(operator, ...people, person('fifth', { ...london, phone: '+447911123456' }));
  expect(outcomes(again)).toEqual(['same', 'same', 'same', 'same', 'refused']);
  const typed = { application: 'app-built-in', organization: 'london', username: '+44 7911 123456' };
  expect((await app.client().post('login', { type: 'login', ...typed, password: 'x' })).body.code).toBe(
    'sign-in-failed',
  );
});

describe('groups and roles', () => {
  test('get their new members at once, with one change each', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `member-${at}`);
    const results = await imported(
      operator,
      object('group', { owner: 'acme', name: 'crew' }),
      object('role', { owner: 'acme', name: 'reader' }),
      ...names.map((name) => person(name, {}, { groups: ['crew'], roles: ['reader'] })),
    );
    expect(results.every(({ outcome }) => outcome === 'added')).toBe(true);
    for (const kind of ['group', 'role'])
      expect(
        (await root.get(`get-${kind}`, { id: `acme/${kind === 'group' ? 'crew' : 'reader'}` })).body.data.users,
      ).toEqual(names.map((name) => `acme/${name}`));
    expect(await app.db('records').whereIn('object', ['group acme/crew', 'role acme/reader'])).toHaveLength(4);
  });

  test('that are missing are a problem of the user, who is added', async () => {
    const [result] = await imported(operator, person('lone', {}, { groups: ['missing'], roles: ['none'] }));
    expect(result?.outcome).toBe('added');
    expect(problemsOf(result as never)).toEqual(['groups no-such-object', 'roles no-such-object']);
  });
});

test('users come in by the hundred', async () => {
  const batch = (at: number) =>
    Array.from({ length: 500 }, (_, each) =>
      person(
        `many-${at}-${each}`,
        { id: `many-${at}-${each}`, email: `many-${at}-${each}@acme.example`, emailVerified: true, firstName: 'Many' },
        { digest: digests.argon2id as never, totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
      ),
    );
  await imported(operator, ...batch(0));
  const began = performance.now();
  const results = [...(await imported(operator, ...batch(1))), ...(await imported(operator, ...batch(2)))];
  const seconds = (performance.now() - began) / 1000;
  expect(results.every(({ outcome }) => outcome === 'added')).toBe(true);
  if (process.env.SHOWS_SPEED) console.log(`${Math.round(1000 / seconds)} users/s`);
  // The machine of a test may be busy. The figures of a quiet one stand in the README.
  expect(seconds).toBeLessThan(30);
});
