import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { createOperator, type Operator } from '../operator.ts';
import { fine, imported, object, organization, outcomes, person, problemsOf, rowCounts, send } from './world.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  // Jobs of the background would change the counts of rows.
  app = await startApp({ isDeaf: true });
  root = await app.admin();
  operator = createOperator(app.url);
});
afterAll(() => app.stop());

const read = async (kind: string, id: string) => (await root.get(`get-${kind}`, { id })).body.data;

/** One object of each kind, each naming earlier ones. */
const whole = (name: string) => [
  organization(name, { displayName: 'Moved', createdTime: '2019-03-01T10:00:00+01:00' }),
  object('cert', { name: `cert-${name}`, displayName: 'Keys', cryptoAlgorithm: 'ES256' }),
  object('provider', { name: `hub-${name}`, category: 'OAuth', type: 'GitHub', clientId: 'a', clientSecret: 'b' }),
  object('group', { owner: name, name: 'staff', displayName: 'Staff' }),
  object('group', { owner: name, name: 'desk', parentId: 'staff' }),
  object('role', { owner: name, name: 'seller', groups: [`${name}/staff`] }),
  object('model', { owner: name, name: 'equal', modelText: '' }),
  object('application', {
    name: `app-${name}`,
    organization: name,
    cert: `cert-${name}`,
    clientId: `client-${name}`,
    clientSecret: `2f9c1a07b3d84e65a1b2c3d4e5f60718-${name}`,
    redirectUris: ['https://shop.example/callback'],
    providers: [{ name: `hub-${name}` }],
  }),
  object('user', { owner: name, name: 'nora', email: 'nora@moved.example', signupApplication: `app-${name}` }),
  object('permission', { owner: name, name: 'sell', users: [`${name}/nora`], resources: [`app-${name}`] }),
];

describe('an import', () => {
  test('adds an object of each kind, and the api shows them', async () => {
    const results = await imported(operator, ...whole('first'));
    expect(results).toEqual(Array(10).fill(fine));
    expect(await read('organization', 'admin/first')).toMatchObject({
      displayName: 'Moved',
      createdTime: '2019-03-01T09:00:00.000Z',
    });
    expect(await read('cert', 'admin/cert-first')).toMatchObject({ cryptoAlgorithm: 'ES256', privateKey: '***' });
    expect(await read('provider', 'admin/hub-first')).toMatchObject({ type: 'GitHub', clientId: 'a' });
    expect(await read('group', 'first/desk')).toMatchObject({ parentId: 'staff' });
    expect(await read('role', 'first/seller')).toMatchObject({ groups: ['first/staff'] });
    expect(await read('model', 'first/equal')).toMatchObject({ isEnabled: true });
    expect(await read('application', 'admin/app-first')).toMatchObject({
      clientId: 'client-first',
      clientSecret: '2f9c1a07b3d84e65a1b2c3d4e5f60718-first',
      // Programs of /api get full access by default, and imported ones do not.
      apiAccess: 'read-account',
    });
    expect(await read('user', 'first/nora')).toMatchObject({ email: 'nora@moved.example', isGlobalAdmin: false });
    expect(await read('permission', 'first/sell')).toMatchObject({ users: ['first/nora'], effect: 'Allow' });
  });

  test('finds the same objects at the second time, and writes nothing', async () => {
    await imported(operator, ...whole('second'));
    const before = await rowCounts(app);
    const results = await imported(operator, ...whole('second'));
    expect(results).toEqual(Array(10).fill({ ...fine, outcome: 'same' }));
    expect(await rowCounts(app)).toEqual(before);
  });

  test('keeps an object with other values, and names the fields without their values', async () => {
    await imported(operator, ...whole('third'));
    const before = await app.db('applications').where({ name: 'app-third' });
    const [result] = await imported(
      operator,
      object('application', {
        name: 'app-third',
        organization: 'third',
        displayName: 'New',
        clientSecret: `${'f'.repeat(8)}0123456789abcdef0123456789`,
      }),
    );
    expect(result).toEqual({ outcome: 'kept', problems: [], differs: ['clientSecret', 'displayName'] });
    expect(await app.db('applications').where({ name: 'app-third' })).toEqual(before);
    const [kept] = await imported(
      operator,
      object('user', { owner: 'third', name: 'nora', phone: '13812345678', email: 'nora@moved.example' }),
    );
    expect(kept).toEqual({ outcome: 'kept', problems: [], differs: ['phone'] });
  });

  test('S65 writes nothing as a plan, and answers as the import does', async () => {
    const listening = await operator.get('changes');
    const before = await rowCounts(app);
    const planned = await send(operator, whole('planned'), true);
    expect(planned.body.results).toEqual(Array(10).fill(fine));
    expect(await rowCounts(app)).toEqual(before);
    const { changes } = (await operator.get(`changes?since=${listening.body.next}`)).body;
    expect(changes).toEqual([]);
    expect((await send(operator, whole('planned'))).body).toEqual(planned.body);
  });

  test('leaves a record for each object of configuration, and one for all users of a batch', async () => {
    const objects = [organization('recorded'), ...['a', 'b', 'c'].map((name) => person(name, { owner: 'recorded' }))];
    await imported(operator, ...objects);
    const records = await app
      .db('records')
      .where({ owner: 'recorded' })
      .orderBy('name')
      .select('object', 'action', 'user');
    const by = { action: 'declared POST /import', user: 'operator/local' };
    expect(records).toEqual([
      { ...by, object: 'organization admin/recorded' },
      { ...by, object: '3 users' },
    ]);
  });

  test('finds an object that breaks a newer rule with a value that was not sent', async () => {
    await imported(operator, organization('older'), object('application', { name: 'older', organization: 'older' }));
    const { table, toRow } = app.store('application');
    await app
      .db(table)
      .where({ name: 'older' })
      .update(toRow({ clientSecret: 'short' }));
    const [result] = await imported(operator, object('application', { name: 'older', organization: 'older' }));
    expect(result).toEqual({ ...fine, outcome: 'same' });
  });

  test('gives a client no id that a deleted one had', async () => {
    const shop = (name: string) => object('application', { name, organization: 'reused', clientId: 'reused-id' });
    await imported(operator, organization('reused'), shop('gone'));
    await root.post('delete-application', { owner: 'admin', name: 'gone' });
    expect((await imported(operator, shop('heir'))).map(problemsOf)).toEqual([['clientId taken']]);
  });

  test('compares a password that only a digest is stored of', async () => {
    const withMaster = (masterPassword: string) => organization('mastered', { masterPassword });
    await imported(operator, withMaster('a-long-master-password'));
    expect(await imported(operator, withMaster('a-long-master-password'))).toMatchObject([{ outcome: 'same' }]);
    expect(await imported(operator, withMaster('other-master-password'))).toMatchObject([
      { differs: ['masterPassword'] },
    ]);
  });

  test('that several send at once happens once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => imported(operator, ...whole('raced'))));
    const counted = all.map((results) => new Set(outcomes(results)));
    expect(counted.map(([outcome]) => outcome).toSorted()).toEqual(['added', 'same', 'same', 'same']);
    expect(counted.every(({ size }) => size === 1)).toBe(true);
  });

  test('refuses one object alone, and goes on with the others', async () => {
    const results = await imported(
      operator,
      organization('alone'),
      object('group', { owner: 'nowhere', name: 'lost' }),
      object('role', { owner: 'alone', name: 'a/b' }),
      object('group', { owner: 'alone', name: 'there' }),
    );
    expect(outcomes(results)).toEqual(['added', 'refused', 'refused', 'added']);
    expect(results.slice(1, 3).map(problemsOf)).toEqual([['owner no-such-object'], ['name name-form']]);
  });
});

describe('a wrong value', () => {
  test('is left out with a problem, and the object is made without it', async () => {
    const [, group, application] = await imported(
      operator,
      organization('careless', { passwordLength: 999 }),
      object('group', { owner: 'careless', name: 'desk', parentId: 'missing', displayName: 'x'.repeat(200) }),
      object('application', {
        name: 'app-careless',
        organization: 'careless',
        clientSecret: 'password',
        redirectUris: ['https://good.example/callback', 'javascript:alert(1)'],
        colour: 'red',
      }),
    );
    expect(group).toMatchObject({ outcome: 'added' });
    expect(problemsOf(group as never).toSorted()).toEqual(['displayName too-long', 'parentId no-such-object']);
    expect(problemsOf(application as never)).toEqual([
      'colour not-imported',
      'redirectUris[1] address-not-absolute',
      'clientSecret too-short',
    ]);
    const stored = await read('application', 'admin/app-careless');
    expect(stored.redirectUris).toEqual(['https://good.example/callback']);
    expect(stored.clientSecret).toMatch(/^[0-9a-f]{40}$/);
  });

  test('is no difference at the second time', async () => {
    const objects = [
      organization('again', { passwordLength: 999 }),
      object('application', { name: 'app-again', organization: 'again', clientSecret: 'password' }),
      person('nora', { owner: 'again', email: 'no address' }),
    ];
    const first = await imported(operator, ...objects);
    const second = await imported(operator, ...objects);
    expect(outcomes(second)).toEqual(['same', 'same', 'same']);
    expect(second.map(problemsOf)).toEqual(first.map(problemsOf));
  });

  test('of a choice or a flag refuses the object, because a default would decide in its place', async () => {
    const results = await imported(
      operator,
      organization('strict'),
      object('permission', { owner: 'strict', name: 'never', effect: 'Refuse' }),
      object('permission', { owner: 'strict', name: 'judged', model: 'missing' }),
      object('application', { name: 'app-strict', organization: 'strict', apiAccess: 'some' }),
      person('blocked', { owner: 'strict', isForbidden: 'yes' }),
    );
    expect(outcomes(results)).toEqual(['added', 'refused', 'refused', 'refused', 'refused']);
    expect(results.slice(1).map(problemsOf)).toEqual([
      ['effect not-one-of'],
      ['model no-such-object'],
      ['apiAccess not-one-of'],
      ['isForbidden not-flag'],
    ]);
  });
});
