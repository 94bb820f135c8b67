import { linkFieldOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { password } from '../harness/world.ts';
import { createRows, createVariants, type Person, type Row } from './table.ts';
import { providerOf, startTable, type Table, titleOf } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

const rows = [...(await createRows()), ...createVariants()];
let table: Table;
beforeAll(async () => {
  table = await startTable(rows);
});
afterAll(() => table?.stop());

let people = 0;
function somebody(): Person {
  const id = String(7000 + ++people);
  return { id, username: `nora${id}`, displayName: 'Nora Helmer', email: `nora${id}@post.example` };
}

const visit = (row: Row, browser: Client, purpose = 'signin') =>
  visitService(table, browser, { provider: providerOf(row), purpose }, row.asked);

/** Signs in, or up, in a new browser. */
async function signIn(row: Row) {
  const browser = browserAt(table.app);
  const { body } = await login(browser, providerOf(row), await visit(row, browser));
  return { browser, body };
}

const userNamed = (account: unknown) => table.user(String(account).replace('acme/', ''));

describe.each(rows.map((row) => [titleOf(row), row] as const))('%s', (_, row) => {
  const { standIn, type, lacks = [] } = row;

  test('signs a stranger up with what it tells of them, and in again', async () => {
    const person = somebody();
    row.become(person);
    const { body } = await signIn(row);
    expect(body).toMatchObject({ status: 'ok', data: expect.stringMatching(/^acme\//) });
    const made = await userNamed(body.data);
    expect(made).toMatchObject({
      ...(!lacks.includes('username') && { name: person.username }),
      ...(!lacks.includes('displayName') && { displayName: person.displayName }),
      email: lacks.includes('email') ? '' : person.email,
      emailVerified: !lacks.includes('email'),
      [linkFieldOf(type)]: expect.stringContaining(person.id),
      properties: { [linkPropertyOf(type, 'id')]: expect.stringContaining(person.id) },
    });
    expect((await signIn(row)).body.data).toBe(body.data);
  });

  test('links an account to a user, and unlinks it', async () => {
    const person = somebody();
    row.become(person);
    const alice = await table.app.signedIn('acme', 'alice', password);
    expect((await alice.post('link', { ...(await visit(row, alice, 'link')) })).body.status).toBe('ok');
    expect((await signIn(row)).body.data).toBe('acme/alice');
    expect((await alice.post('unlink', { providerType: type })).body.status).toBe('ok');
    expect((await table.user('alice'))[linkFieldOf(type)]).toBe('');
  });

  test('refuses a code twice', async () => {
    row.become(somebody());
    const browser = browserAt(table.app);
    const [first, second] = [await visit(row, browser), await visit(row, browser)];
    expect((await login(browser, providerOf(row), first)).body.status).toBe('ok');
    const answer = first.answer.replace(first.state, second.state);
    const { body } = await login(browserLike(browser), providerOf(row), { ...second, answer });
    expect(body.code).toBe('sign-in-service-failed');
  });

  test('refuses another secret, and neither answer nor log repeats it', async () => {
    row.become(somebody());
    const secret = row.otherSecret ?? 'a secret that nobody registered';
    const change = (clientSecret: string) =>
      table.root.post('update-provider', { clientSecret }, { query: { id: `admin/${providerOf(row)}` } });
    await change(secret);
    const browser = browserAt(table.app);
    const answered = await login(browser, providerOf(row), await visit(row, browser));
    expect(answered.body.code).toBe('sign-in-service-failed');
    expect(answered.text + table.app.logged.join()).not.toContain(secret);
    await change(standIn.clientSecret);
  });

  test('refuses the answer of another request', async () => {
    row.become(somebody());
    const browser = browserAt(table.app);
    const [first, second] = [await visit(row, browser), await visit(row, browser)];
    const { body } = await login(browser, providerOf(row), { ...second, answer: first.answer });
    expect(body.code).toBe('sign-in-service-failed');
  });
});

/** The same browser, signed out. */
function browserLike(browser: Client): Client {
  const other = browserAt(table.app);
  for (const [name, value] of browser.cookies) if (name.includes('request')) other.cookies.set(name, value);
  return other;
}

const withDenial = rows.filter(({ standIn }) => standIn.denies !== undefined);
test.each(withDenial.map((row) => [titleOf(row), row] as const))('%s tells that the user refused', async (_, row) => {
  row.standIn.denies = 'access_denied';
  const { body } = await signIn(row);
  row.standIn.denies = '';
  expect(body).toMatchObject({ code: 'sign-in-service-failed', msg: expect.stringContaining('access_denied') });
});

const withFailure = rows.filter(({ standIn }) => standIn.isBroken !== undefined);
test.each(withFailure.map((row) => [titleOf(row), row] as const))(
  'the failure of %s is told in its words',
  async (_, row) => {
    row.become(somebody());
    row.standIn.isBroken = true;
    const { body } = await signIn(row);
    row.standIn.isBroken = false;
    expect(body).toMatchObject({ code: 'sign-in-service-failed', msg: expect.stringContaining(row.failure ?? '') });
  },
);
