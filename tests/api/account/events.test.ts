import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { type Client, createClient } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { add, createTenant, password } from '../../harness/world.ts';

let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  await createTenant(app, await app.admin(), 'acme');
}, 120_000);
afterAll(async () => {
  await replica?.stop();
  await app?.stop();
});

const signedIn = () => app.signedIn('acme', 'alice', password);
/** The stream of a session. A replica of the test has another port, and so another name of its cookie. */
function streamAt(url: string, client: Client): Promise<Response> {
  const there = createClient(url);
  carryCookies(client, there);
  const cookies = [...there.cookies].map((each) => each.join('=')).join('; ');
  return fetch(`${url}/api/account-events`, { headers: { Cookie: cookies } });
}
const endAll = async (client: Client) => (await client.post('end-account-sessions', { others: true })).body;

test('an open page hears within a second that its session has ended, on another replica too', async () => {
  const [here, there] = [await signedIn(), await signedIn()];
  const streams = [await streamAt(app.url, there), await streamAt(replica.url, there)];
  for (const { headers } of streams) expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  const began = performance.now();
  expect(await endAll(here)).toMatchObject({ status: 'ok' });
  for (const stream of streams) expect(await stream.text()).toContain('event: end');
  expect(performance.now() - began).toBeLessThan(1000);
});

test('S22 35.5 an answer to a session that was replaced leaves the cookie of the new one in the browser', async () => {
  const client = await signedIn();
  const before = [...client.cookies].map((each) => each.join('=')).join('; ');
  const stream = await streamAt(app.url, client);
  expect((await client.post('prove-again', { password })).body.status).toBe('ok');
  // The page hears that its session has ended, and asks before it has the new cookie.
  expect(await stream.text()).toContain('event: end');
  for (const path of ['/api/get-account', '/api/account-events', '/account', '/api/webauthn/signup/begin']) {
    const late = await fetch(app.url + path, { headers: { Cookie: before } });
    expect([path, late.headers.getSetCookie()]).toEqual([path, []]);
  }
  expect((await client.get('get-account')).body.status).toBe('ok');
});

test('the end of another session says nothing, and sign-out ends the stream', async () => {
  const [mine, other] = [await signedIn(), await signedIn()];
  let isOver = false;
  const text = (await streamAt(app.url, mine)).text().finally(() => {
    isOver = true;
  });
  await endAll(mine);
  expect((await other.get('get-account')).body.code).toBe('sign-in-first');
  expect(isOver).toBe(false);
  await mine.post('logout', {});
  expect(await text).toContain('event: end');
});

test.each([
  ['locked', { isForbidden: true }],
  ['deleted for a while', { isDeleted: true }],
  ['deleted', undefined],
] as const)('S16 35.9 an open page hears that the account is %s', async (_, change) => {
  const root = await app.admin();
  const name = `left-${crypto.randomUUID()}`;
  await add(root, 'user', { owner: 'acme', name, displayName: name, password });
  const client = await app.signedIn('acme', name, password);
  const stream = await streamAt(replica.url, client);
  expect(stream.status).toBe(200);
  const ended = change
    ? await root.post('update-user', change, { query: { id: `acme/${name}` } })
    : await root.post('delete-user', { owner: 'acme', name });
  expect(ended.body.status).toBe('ok');
  expect(await stream.text()).toContain('event: end');
});

test('strangers get no stream, and one session gets ten at most', async () => {
  expect((await app.anonymous.get('account-events')).body).toMatchObject({ code: 'sign-in-first' });
  const client = await signedIn();
  const streams = await Promise.all(Array.from({ length: 10 }, () => streamAt(app.url, client)));
  expect((await client.get('account-events')).status).toBe(429);
  await client.post('logout', {});
  await Promise.all(streams.map((stream) => stream.text()));
});
