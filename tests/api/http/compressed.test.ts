import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let cookie = '';

beforeAll(async () => {
  app = await startApp();
  const root = await app.admin();
  for (const name of ['cook', 'porter', 'waiter', 'chef', 'baker'])
    await add(root, 'role', { owner: 'built-in', name, displayName: `The ${name} of the house` });
  cookie = [...root.cookies].map((pair) => pair.join('=')).join('; ');
});
afterAll(() => app?.stop());

const asked = (path: string, accepted: string) =>
  fetch(`${app.url}${path}`, { headers: { Cookie: cookie, 'Accept-Encoding': accepted } });

test.each(['gzip', 'br'])('a list comes as %s for a browser that asks for it, and says the same', async (form) => {
  const path = '/api/get-roles?owner=built-in';
  const [plain, short] = await Promise.all([asked(path, 'identity'), asked(path, form)]);
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(short.headers.get('content-encoding')).toBe(form);
  expect(short.headers.get('vary')).toContain('Accept-Encoding');
  expect(await short.json()).toEqual(await plain.json());
});

test('a short answer and a stream stay as they are', async () => {
  const short = await asked('/api/get-role?id=built-in/nobody', 'gzip');
  expect(short.headers.get('content-encoding')).toBeNull();
  await short.text();
  const events = await asked('/api/events', 'gzip');
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  expect(events.headers.get('content-encoding')).toBeNull();
  await events.body?.cancel();
});
