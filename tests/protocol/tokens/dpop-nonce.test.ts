import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { createProtocolWorld, errorOf, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let replica: TestApp;
let application: Application;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  world = await createProtocolWorld();
  replica = await startApp({
    databaseUrl: world.app.databaseUrl,
    settings: { DOORWRIGHT_ORIGIN: world.app.url },
  });
  application = await world.application('app-bound', { oauthFeatures: ['dpop'], grantTypes: ['client_credentials'] });
  keys = await generateKeyPair('ES256');
});
afterAll(async () => {
  await replica.stop();
  await world.app.stop();
});

const path = '/api/login/oauth/access_token';
const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
const now = () => Math.floor(Date.now() / 1000);

async function ask(
  app: TestApp,
  { iat = now(), nonce, jti = randomUUID() }: { iat?: number; nonce?: string; jti?: string },
) {
  const proof = await new SignJWT({ htm: 'POST', htu: world.app.url + path, jti, iat, ...(nonce && { nonce }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(keys.publicKey) })
    .sign(keys.privateKey);
  const headers = { DPoP: proof, ...basic(application.clientId, application.clientSecret) };
  return app.anonymous.post(path, new URLSearchParams({ grant_type: 'client_credentials' }), { headers });
}

describe('a nonce for proofs of a key', () => {
  test('is offered in each answer, and not needed by a client with the right time', async () => {
    const first = await ask(world.app, {});
    expect(first.body).toHaveProperty('access_token');
    expect(first.headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/);
    expect((await ask(world.app, {})).body).toHaveProperty('access_token');
  });

  test('replaces the clock of a client with the wrong time, on every replica', async () => {
    const refused = await ask(world.app, { iat: hourAgo() });
    expect([refused.status, errorOf(refused)]).toEqual([400, 'use_dpop_nonce']);
    const nonce = String(refused.headers.get('dpop-nonce'));
    for (const app of [world.app, replica])
      expect((await ask(app, { iat: hourAgo(), nonce })).body).toHaveProperty('access_token');
  });

  test('cannot be made up, and lets no proof be used twice', async () => {
    const refused = await ask(world.app, { nonce: 'n'.repeat(43) });
    expect(errorOf(refused)).toBe('use_dpop_nonce');
    const proof = { nonce: String(refused.headers.get('dpop-nonce')), jti: randomUUID() };
    expect((await ask(world.app, proof)).body).toHaveProperty('access_token');
    expect(errorOf(await ask(replica, proof))).toBe('invalid_grant');
  });
});
