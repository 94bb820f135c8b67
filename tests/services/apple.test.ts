import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApple } from './stand-ins/apple.ts';
import { startTable, type Table } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

const apple = await createApple();
let table: Table;
beforeAll(async () => {
  const fields = { clientId2: apple.teamId, appId: apple.keyId };
  table = await startTable([{ type: 'Apple', label: 'Apple', standIn: apple, fields, become: () => undefined }]);
});
afterAll(() => table?.stop());

const visit = (browser = browserAt(table.app)) => visitService(table, browser, { provider: 'apple' });

test('the name comes with the first answer only, and later answers keep it', async () => {
  apple.user = { sub: '000792.1', email: 'nora@post.example', email_verified: 'true' };
  apple.toldName = { firstName: 'Nora', lastName: 'Helmer' };
  const first = browserAt(table.app);
  const back = await visit(first);
  expect(new URLSearchParams(back.answer).get('user')).toContain('Helmer');
  expect((await login(first, 'apple', back)).body.data).toBe('acme/nora');
  const second = browserAt(table.app);
  const again = await visit(second);
  expect(again.answer).not.toContain('user=');
  expect((await login(second, 'apple', again)).body.data).toBe('acme/nora');
  const stored = { displayName: 'Nora Helmer', firstName: 'Nora', lastName: 'Helmer', emailVerified: true };
  expect(await table.user('nora')).toMatchObject(stored);
});

test('an address that Apple did not verify is not taken', async () => {
  apple.user = { sub: '000792.2', email: 'alice@post.example', email_verified: 'false' };
  const browser = browserAt(table.app);
  const { body } = await login(browser, 'apple', await visit(browser));
  expect(await table.user(String(body.data).replace('acme/', ''))).toMatchObject({ email: '', emailVerified: false });
});

test('a name that is no JSON does not stop the sign-in', async () => {
  apple.user = { sub: '000792.3', email: 'omar@post.example', email_verified: true };
  const browser = browserAt(table.app);
  const back = await visit(browser);
  const answer = new URLSearchParams(back.answer);
  answer.set('user', '{"name":');
  expect((await login(browser, 'apple', { ...back, answer: answer.toString() })).body.data).toBe('acme/omar');
});

const post = (body: URLSearchParams, path = '/callback') =>
  fetch(`${table.app.url}${path}`, {
    ...{ method: 'POST', body, redirect: 'manual' as const },
    headers: { Origin: 'https://appleid.apple.com', 'Sec-Fetch-Site': 'cross-site' },
  });

test('S32 a posted answer changes nothing by itself, and only goes on to the page with what an answer has', async () => {
  const response = await post(
    new URLSearchParams({ code: 'c', state: 's', id_token: 'secret', redirect: 'https://evil.example' }),
  );
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/callback?code=c&state=s');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('S32 a posted answer in a browser that did not begin signs nobody in', async () => {
  const back = await visit();
  const { body } = await login(browserAt(table.app), 'apple', back);
  expect(body.code).toBe('provider-request-unknown');
});

test('S7 a posted answer has few fields and few bytes', async () => {
  expect((await post(new URLSearchParams({ code: 'x'.repeat(20_000) }))).status).toBe(413);
  const many = new URLSearchParams(Array.from({ length: 300 }, (_, at) => [`a${at}`, '1']));
  expect((await post(many)).status).toBe(400);
});
