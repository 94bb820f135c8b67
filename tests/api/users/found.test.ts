import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let idOfMia: string;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
  const people = [
    { name: 'mia', displayName: 'Mia Lindqvist', email: 'mia@books.example', phone: '13812345678' },
    { name: 'noah_1', displayName: 'Noah 100%', email: 'noah@films.example' },
    { name: 'noahx1', displayName: 'Noah Lindqvist' },
    { name: 'wang', displayName: '王小明' },
  ];
  for (const person of people) await add(root, 'user', { owner: 'acme', password, ...person });
  await add(root, 'user', { owner: 'globex', name: 'mia', displayName: 'Mia of Globex' });
  idOfMia = String((await app.store('user').find(app.db, 'acme', 'mia'))?.id);
});
afterAll(() => app.stop());

type Query = Record<string, string | number>;
const list = async (client: Client, query: Query) =>
  (
    await client.get('get-global-users', {
      p: 1,
      pageSize: 10,
      sortField: 'createdTime',
      sortOrder: 'ascend',
      ...query,
    })
  ).body;
async function names(client: Client, query: Query): Promise<string[]> {
  const { data, data2 } = await list(client, query);
  expect(data2).toBe(data.length);
  return data.map(({ owner, name }: Record<string, string>) => `${owner}/${name}`);
}

describe('One search over users', () => {
  test.each([
    ['a part of the name', 'noah_', ['acme/noah_1']],
    ['a part of the display name, in any case', 'lindQVIST', ['acme/mia', 'acme/noahx1']],
    ['a part of the email', '@books', ['acme/mia']],
    ['a part of the phone', '812345678', ['acme/mia']],
    ['the beginning of a word, for a short text', '王', ['acme/wang']],
    ['a wildcard of the database as itself', '100%', ['acme/noah_1']],
    ['nothing, for a text that nobody has', 'n%h', []],
  ])('finds users by %s', async (_, text, found) => {
    expect(await names(root, { text })).toEqual(found);
  });

  test('finds one user by the whole id, and none by a part of it', async () => {
    expect(await names(root, { text: idOfMia })).toEqual(['acme/mia']);
    expect(await names(root, { text: idOfMia.slice(0, 13) })).toEqual([]);
  });

  test('can be combined with a search in one column and with pages', async () => {
    expect(await names(root, { text: 'lindqvist', field: 'name', value: 'noah' })).toEqual(['acme/noahx1']);
    const { data, data2 } = await list(root, { text: 'lindqvist', p: 2, pageSize: 1 });
    expect([data.map(({ name }: Record<string, string>) => name), data2]).toEqual([['noahx1'], 2]);
  });

  test('S9 finds only users of the caller’s organization, and nothing for callers without rights', async () => {
    expect(await names(root, { text: 'mia' })).toEqual(['acme/mia', 'globex/mia']);
    expect(await names(globex.admin, { text: 'mia' })).toEqual(['globex/mia']);
    expect(await names(globex.admin, { text: idOfMia })).toEqual([]);
    expect((await globex.admin.get('get-users', { owner: 'acme', text: 'mia' })).body.code).toBe('unauthorized');
    expect((await list(acme.user, { text: 'mia' })).code).toBe('unauthorized');
    expect((await list(app.client(), { text: 'mia' })).code).toBe('sign-in-first');
  });

  test('is the search of Ctrl+K too, which tells how many there are in all', async () => {
    const found = async (client: Client, q: string) => {
      const { data, data2 } = (await client.get('search', { q })).body;
      return [data.map(({ kind, owner, name }: Record<string, string>) => `${kind} ${owner}/${name}`), data2];
    };
    expect(await found(root, '1381234')).toEqual([['user acme/mia'], {}]);
    expect(await found(root, idOfMia)).toEqual([['user acme/mia'], {}]);
    expect(await found(globex.admin, idOfMia)).toEqual([[], {}]);
    await app.db.raw(
      `INSERT INTO users (owner, name, created_time, id, display_name)
       SELECT 'globex', 'clerk-' || n, now(), 'clerk-' || n, 'Clerk' FROM generate_series(1, 60) AS n`,
    );
    const [shown, totals] = await found(globex.admin, 'clerk');
    expect([shown.length, totals]).toEqual([5, { user: 60 }]);
    await app.db('users').where({ display_name: 'Clerk' }).delete();
  });
});

describe('The filters of users', () => {
  beforeAll(async () => {
    await root.post('update-user?id=acme/mia&columns=isForbidden', { isForbidden: true });
    await app
      .db('users')
      .where({ name: 'noah_1' })
      .update({ last_signin_time: '2026-03-01T00:00:00Z', second_factors: JSON.stringify(['recovery', 'totp']) });
    await app
      .db('users')
      .where({ name: 'noahx1' })
      .update({ last_signin_time: '2026-05-01T00:00:00Z', second_factors: JSON.stringify(['recovery']) });
    await app.db('users').where({ name: 'wang' }).update({ created_time: '2026-02-01T00:00:00Z' });
  });
  const ofAcme = (query: Query) => names(acme.admin, query);

  test('blocked', async () => {
    expect(await ofAcme({ blocked: 'true' })).toEqual(['acme/mia']);
    expect(await ofAcme({ blocked: 'false', text: 'mia' })).toEqual(['acme/mia']);
  });

  test('never signed in', async () => {
    expect(await ofAcme({ neverSignedIn: 'true' })).toEqual(['acme/wang', 'acme/mia']);
  });

  test('no second factor: recovery codes alone are none', async () => {
    expect(await ofAcme({ noSecondFactor: 'true', text: 'noah' })).toEqual(['acme/noahx1']);
  });

  test('not signed in since a date; users who never did count from their creation', async () => {
    expect(await ofAcme({ notSignedInSince: '2026-04-01T00:00:00Z' })).toEqual(['acme/wang', 'acme/noah_1']);
    expect(await ofAcme({ notSignedInSince: '2026-01-01T00:00:00+01:00' })).toEqual([]);
  });

  test('are combined with each other and with the search', async () => {
    const all = { notSignedInSince: '2026-04-01T00:00:00Z', noSecondFactor: 'true' };
    expect(await ofAcme(all)).toEqual(['acme/wang']);
    expect(await ofAcme({ ...all, text: 'noah' })).toEqual([]);
  });

  test('locked: who sent too many wrong passwords, in a known browser too, until the lock ends', async () => {
    const login = { type: 'login', application: 'app-acme', organization: 'acme' };
    const guess = (client: Client, username: string) => client.post('login', { ...login, username, password: 'wrong' });
    for (let tries = 0; tries < 5; tries += 1) await guess(app.client(), 'noahx1');
    await acme.user.post('logout', {});
    for (let tries = 0; tries < 5; tries += 1) await guess(acme.user, 'alice');
    for (let tries = 0; tries < 5; tries += 1) await guess(app.client(), 'nobody-of-this-name');
    expect(await ofAcme({ locked: 'true' })).toEqual(['acme/alice', 'acme/noahx1'].toSorted());
    expect(await names(globex.admin, { locked: 'true' })).toEqual([]);
    // A text that nobody is called may be a password.
    const { rows } = await app.db.raw("SELECT DISTINCT account FROM guess_counts WHERE account <> '' ORDER BY 1");
    expect(rows).toEqual([{ account: 'acme/alice' }, { account: 'acme/noahx1' }]);
    await app.db('guess_counts').update({ locked_until_time: new Date(0) });
    expect(await ofAcme({ locked: 'true' })).toEqual([]);
  });

  test.each([
    ['blocked', 'perhaps', 'must be true or false'],
    ['notSignedInSince', 'yesterday', expect.stringContaining('must be a date and time')],
    ['notSignedInSince', "'; DROP TABLE users; --", expect.stringContaining('must be a date and time')],
  ])('S2 %s=%s is refused', async (name, value, message) => {
    expect(await list(root, { [name]: value })).toMatchObject({ code: 'invalid', fields: [{ field: name, message }] });
  });
});
