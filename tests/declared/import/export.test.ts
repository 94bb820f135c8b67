import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { createOperator, type Operator } from '../operator.ts';
import { digests, fine, imported, object, organization, person } from './world.ts';

let app: TestApp;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  operator = createOperator(app.url);
  await imported(operator, organization('acme'), organization('globex'));
});
afterAll(() => app.stop());

const totp = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('users leave with everything that another product needs, and a record of their organization says so', async () => {
  const fields = {
    ...{ id: 'id-nora', email: 'nora@acme.example', emailVerified: true, createdTime: '2020-01-02T03:04:05.000Z' },
    properties: { team: 'north' },
  };
  const extra = { digest: digests['md5-salt'] as never, totp, groups: ['staff'], roles: ['seller'] };
  await imported(
    operator,
    object('group', { owner: 'acme', name: 'staff' }),
    object('role', { owner: 'acme', name: 'seller' }),
    person('nora', fields, { ...extra, recoveryCodes: ['aaaaa-bbbbb'] }),
    person('plain'),
    person('foreign', { owner: 'globex' }),
  );
  const { status, body } = await operator.get('users/acme');
  expect(status).toBe(200);
  expect(body).toEqual({
    items: [
      {
        fields: expect.objectContaining({ owner: 'acme', name: 'nora', ...fields }),
        ...extra,
        stays: ['recoveryCodes'],
      },
      { fields: expect.objectContaining({ owner: 'acme', name: 'plain' }), groups: [], roles: [], stays: [] },
    ],
    next: null,
  });
  for (const name of ['password', 'passwordSalt', 'passwordType', 'secondFactors', 'version'])
    expect(body.items[0].fields).not.toHaveProperty(name);
  expect(
    await app
      .db('records')
      .where({ owner: 'acme', action: 'declared GET /users/:organization' })
      .select('object', 'user'),
  ).toEqual([{ object: '2 users', user: 'operator/local' }]);
});

test('exported users come in elsewhere as they were', async () => {
  const { items } = (await operator.get('users/acme')).body;
  const again = items.map(
    ({ stays: _, fields, ...extra }: { stays: unknown; fields: { owner: string; name: string } }) =>
      object('user', fields, extra),
  );
  const other = await startApp();
  try {
    const there = createOperator(other.url);
    await imported(
      there,
      organization('acme'),
      object('group', { owner: 'acme', name: 'staff' }),
      object('role', { owner: 'acme', name: 'seller' }),
    );
    expect(await imported(there, ...again)).toEqual([fine, fine]);
    expect((await there.get('users/acme')).body.items).toEqual(items.map((item: object) => ({ ...item, stays: [] })));
  } finally {
    await other.stop();
  }
});

test('users are read page by page', async () => {
  const names = Array.from({ length: 501 }, (_, at) => `user-${String(at).padStart(3, '0')}`);
  await imported(operator, organization('paged'));
  const people = names.map((name) => person(name, { owner: 'paged' }));
  await imported(operator, ...people.slice(0, 300));
  await imported(operator, ...people.slice(300));
  const first = (await operator.get('users/paged')).body;
  const second = (await operator.get(`users/paged?cursor=${first.next}`)).body;
  const read = [...first.items, ...second.items].map(({ fields }) => fields.name);
  expect([first.items.length, second.next, read]).toEqual([500, null, names]);
  expect(await operator.get('users/missing')).toMatchObject({ status: 404 });
});
