import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeclaredApi } from '@doorwright/operator/api/declared-api.ts';
import type { Declaration } from '@doorwright/operator/api/declared-objects.ts';
import { NarrowedTokens } from '@doorwright/operator/api/narrowed-tokens.ts';
import type { Gate } from '@doorwright/operator/runtime/pace/gate.ts';
import { isUnavailable } from '@doorwright/operator/runtime/pace/unavailable.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorToken } from '../../declared/operator.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

const dir = mkdtempSync(join(tmpdir(), 'doorwright-tokens-'));
let app: TestApp;
let api: DeclaredApi;
let asked: string[];

beforeAll(async () => {
  app = await startApp();
  const tokenFile = join(dir, 'token');
  writeFileSync(tokenFile, operatorToken);
  api = new DeclaredApi({
    ...{ url: app.url, tokenFile },
    gate: { pass: <T>(call: () => Promise<T>) => call() } as unknown as Gate,
    onAnswer: ({ method, route, code }) => asked.push(`${method} ${route} ${code}`),
  });
  for (const name of ['acme', 'umbra']) await api.apply(organization(name, undefined), wish(name));
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await app.stop();
  rmSync(dir, { recursive: true });
});

asked = [];
const organization = (name: string, whose: string | undefined) => ({
  ...{ kind: 'organization', owner: 'admin', name, organization: whose },
});
const application = (name: string, whose: string) => ({
  ...{ kind: 'application', owner: 'admin', name, organization: whose },
});
const wish = (uid: string, fields: Record<string, unknown> = {}): Declaration => ({
  origin: { cluster: 'test', namespace: 'shop', name: uid, uid, generation: 1 },
  fields,
  policies: { adoption: 'Fail' },
});
const signal = new AbortController().signal;

test('one token serves all requests for an organization, also at once', async () => {
  const names = ['one', 'two', 'three'];
  await Promise.all(
    names.map((name) => api.apply(application(name, 'acme'), wish(name, { organization: 'acme' }), { signal })),
  );
  await api.secrets(application('one', 'acme'), signal);
  expect(asked.filter((each) => each.includes('/token'))).toEqual(['POST /token 200']);
});

test('S9 the api refuses a mistaken operator’s requests in another organization', async () => {
  await api.apply(application('theirs', 'umbra'), wish('theirs', { organization: 'umbra', displayName: 'Theirs' }));
  const mistaken = application('theirs', 'acme');
  const change = wish('theirs', { organization: 'umbra', displayName: 'Ours' });
  await expect(api.apply(mistaken, change)).rejects.toMatchObject({ code: 'NameConflict' });
  await expect(
    api.apply(application('smuggled', 'acme'), wish('smuggled', { organization: 'umbra' })),
  ).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400 && status < 500) });
  expect(await api.read(mistaken)).toBeUndefined();
  await expect(api.currentSecret(mistaken, signal)).rejects.toMatchObject({ code: 'NotFound' });
  await expect(api.release(mistaken, { uid: 'theirs', policy: 'Delete' })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(api.apply(organization('umbra', 'acme'), wish('umbra'))).rejects.toMatchObject({ status: 403 });
  const kept = await api.read(application('theirs', 'umbra'));
  expect(kept?.object).toMatchObject({ displayName: 'Theirs', organization: 'umbra' });
});

test('the operator itself creates an organization again after a lost database', async () => {
  const { outcome } = await api.apply(organization('phoenix', 'phoenix'), wish('phoenix'));
  expect(outcome).toBe('created');
  const everything = {
    ...{ displayName: 'Phoenix', passwordType: 'bcrypt', passwordSalt: 'salty', masterPassword: 'a-master-passw0rd' },
    ...{ phonePrefix: '49', tags: ['staff'], enableSoftDeletion: true, isProfilePublic: false },
  };
  const again = await api.apply(organization('phoenix', 'phoenix'), wish('phoenix', everything));
  expect(again.outcome).toBe('updated');
  expect(asked).not.toContain('PUT /:kind/:owner/:name 409');
});

test('a token is renewed before its end, and replaced at once when it is refused', async () => {
  let now = 0;
  let count = 0;
  const tokens = new NarrowedTokens(
    async (name) => {
      count++;
      return { token: `${name}-${count}`, expiresIn: 300 };
    },
    () => now,
  );
  expect(await Promise.all([tokens.of('acme'), tokens.of('acme')])).toEqual(['acme-1', 'acme-1']);
  now = 239_000;
  expect(await tokens.of('acme')).toBe('acme-1');
  now = 241_000;
  expect(await tokens.of('acme')).toBe('acme-2');
  expect(await Promise.all([tokens.of('acme', 'acme-2'), tokens.of('acme', 'acme-2')])).toEqual(['acme-3', 'acme-3']);
  expect(await tokens.of('acme', 'acme-2')).toBe('acme-3');
});

test('a refused token is requested again only when somebody needs one', async () => {
  let fails = true;
  const tokens = new NarrowedTokens(async () => {
    if (fails) throw new Error('away');
    return { token: 'good', expiresIn: 300 };
  });
  await expect(tokens.of('acme')).rejects.toThrow('away');
  fails = false;
  expect(await tokens.of('acme')).toBe('good');
});

test('an older api, which cannot narrow a token to a tenant, counts as away', async () => {
  const older = createServer((_, response) => {
    response.writeHead(422, { 'content-type': 'application/problem+json' }).end('{"code":"Invalid","status":422}');
  });
  await once(older.listen(0, '127.0.0.1'), 'listening');
  const { port } = older.address() as AddressInfo;
  const asking = new DeclaredApi({
    ...{ url: `http://127.0.0.1:${port}`, tokenFile: join(dir, 'token'), cluster: async () => 'test' },
    gate: { pass: <T>(call: () => Promise<T>) => call() } as unknown as Gate,
  });
  const tenant = { namespace: 'shop', makesOrganizations: false };
  const refused = await asking.read({ ...application('one', 'acme'), tenant }).catch((error: unknown) => error);
  older.close();
  expect(refused).toMatchObject({ status: 503 });
  expect(isUnavailable(refused)).toBe(true);
});
