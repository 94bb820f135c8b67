import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';

const master = 'master of the keys';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob', password });
}, 120_000);
afterAll(() => world?.app.stop());

interface Connection {
  name: string;
  displayName: string;
  scopes: string[];
  since: string;
}

const connectionsOf = async (client: Client): Promise<Connection[]> =>
  (await client.get('get-account-connections')).body.data;
const end = async (client: Client, application: string) =>
  (await client.post('end-account-connection', { application })).body;
const status = async (token: string) =>
  (await world.app.client({ Authorization: `Bearer ${token}` }).get('get-account')).body.status;

test('a user sees the applications that act for them, with their scopes and the time', async () => {
  const application = await world.application('app-notes', { displayName: 'Notes' });
  await tokensFor(world, application, { scope: 'openid email' });
  const [alice, bob] = [
    await world.app.signedIn('acme', 'alice', password),
    await world.app.signedIn('acme', 'bob', password),
  ];
  const found = (await connectionsOf(alice)).find(({ name }) => name === 'app-notes');
  expect(found).toMatchObject({ displayName: 'Notes', scopes: ['openid', 'email'] });
  expect(Date.now() - Date.parse(found?.since ?? '')).toBeLessThan(120_000);
  expect(await connectionsOf(bob)).toEqual([]);
});

test('S22 a withdrawn application loses its tokens at once, and those of others stay', async () => {
  const settings = { apiAccess: 'read-account', enableSigninSession: true } as const;
  const leaving = await world.application('app-leaving', settings);
  const staying = await world.application('app-staying', settings);
  const scope = 'openid read offline_access';
  const { tokens, browser } = await tokensFor(world, leaving, { scope });
  const { tokens: others } = await tokensFor(world, staying, { scope });
  expect([await status(tokens.access_token), await status(others.access_token)]).toEqual(['ok', 'ok']);
  expect(await end(browser, 'app-leaving')).toMatchObject({ status: 'ok' });
  expect([await status(tokens.access_token), await status(others.access_token)]).toEqual(['error', 'ok']);
  const client = world.app.client();
  const refresh = (application: typeof leaving, token: string | undefined) =>
    client.post(
      '/api/login/oauth/refresh_token',
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: String(token),
        client_id: application.clientId,
        client_secret: application.clientSecret,
      }),
    );
  expect((await refresh(leaving, tokens.refresh_token)).status).toBe(400);
  expect((await refresh(staying, others.refresh_token)).status).toBe(200);
  expect((await connectionsOf(browser)).map(({ name }) => name)).not.toContain('app-leaving');
  // The user is still signed in, and may connect it again.
  expect((await browser.get('get-account')).body.status).toBe('ok');
  expect((await tokensFor(world, leaving, { scope })).tokens.access_token).toBeTruthy();
});

test('S10 nobody withdraws what somebody else agreed to', async () => {
  const application = await world.application('app-mine', { apiAccess: 'read-account' });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' });
  const bob = await world.app.signedIn('acme', 'bob', password);
  expect(await end(bob, 'app-mine')).toMatchObject({ code: 'not-found' });
  expect(await status(tokens.access_token)).toBe('ok');
});

test('S17 support with the master password withdraws nothing', async () => {
  await world.root.post('update-organization', { masterPassword: master }, { query: { id: 'admin/acme' } });
  const application = await world.application('app-kept', { apiAccess: 'read-account' });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' });
  const support = await world.app.signedIn('acme', 'alice', master);
  expect(await end(support, 'app-kept')).toMatchObject({ code: 'impersonated' });
  expect(await status(tokens.access_token)).toBe('ok');
});
