import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add, password } from '../../harness/world.ts';
import { callback, careful, exchange, signInAt } from '../../protocol/world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.apply(
    a('Cert', 'acme', { name: 'signing', cryptoAlgorithm: 'ES256' }),
    a('Organization', 'acme', { displayName: 'Acme', defaultApplicationRef: { name: 'page' } }),
    a('Application', 'page', {
      organizationRef: { name: 'acme' },
      certRef: { name: 'acme' },
      publicClient: true,
      redirectUris: [callback],
    }),
  );
  await world.ready('application', 'page');
  await add(world.admin, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
}, clusterHookTimeout);
afterAll(() => world?.stop());

test('a public client has a connection Secret without a client secret, and signs in with PKCE only', async () => {
  expect(await world.inApi('application', 'page')).toMatchObject({ clientType: 'public' });
  const { OIDC_ISSUER_URL = '', OIDC_CLIENT_ID = '', ...found } = (await world.secret('page-oidc')) ?? {};
  expect(found).toHaveProperty('OIDC_TOKEN_URL');
  expect(found).not.toHaveProperty('OIDC_CLIENT_SECRET');
  const rp = await client.discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const flow = await careful(rp);
  const signedIn = await signInAt(world.app.client(), flow.request);
  const tokens = await exchange(rp, flow, String(signedIn.body.data));
  expect(tokens.claims()).toMatchObject({ aud: OIDC_CLIENT_ID });
});

test('resources of one name and of different kinds are told apart', async () => {
  expect(await world.inApi('application', 'page')).toMatchObject({ organization: 'acme', cert: 'signing' });
});

test('a public client without PKCE is refused', async () => {
  const { OIDC_CLIENT_ID = '', OIDC_AUTHORIZATION_URL } = (await world.secret('page-oidc')) ?? {};
  const asked = { client_id: OIDC_CLIENT_ID, response_type: 'code', redirect_uri: callback, scope: 'openid' };
  const answer = await fetch(`${OIDC_AUTHORIZATION_URL}?${new URLSearchParams(asked)}`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain('error=invalid_request');
});

test('a public client becomes confidential with a secret, and public again without it', async () => {
  const spec = (own: object) => ({ organizationRef: { name: 'acme' }, redirectUris: [callback], ...own });
  const type = async () => (await world.inApi('application', 'turncoat'))?.clientType;
  for (const [own, expected] of [
    [{ publicClient: true }, 'public'],
    [{ generate: true }, 'confidential'],
    [{ publicClient: true }, 'public'],
  ] as const) {
    await world.apply(a('Application', 'turncoat', spec(own)));
    await world.reason('application', 'turncoat', 'Reconciled');
    expect(await type()).toBe(expected);
    const has = (await world.secret('turncoat-oidc'))?.OIDC_CLIENT_SECRET !== undefined;
    expect(has).toBe(expected === 'confidential');
  }
});

test('T20 an organization and its default application become Ready although they refer to each other', async () => {
  await world.ready('organization', 'acme');
  expect(await world.inApi('organization', 'acme')).toMatchObject({
    defaultApplication: 'page',
    managedFields: ['defaultApplication', 'displayName'],
  });
});
