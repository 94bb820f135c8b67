import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { add, password } from '../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../protocol/world.ts';

type Claims = Record<string, unknown>;
interface Verifier {
  verify: (token: string) => Promise<Claims>;
  hasRole: (claims: Claims, owner: string, name: string) => boolean;
}

let world: ProtocolWorld;
let application: Application;
let other: Application;
let verifier: Verifier;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-verified');
  other = await world.application('app-other');
  vi.stubEnv('OIDC_ISSUER_URL', world.app.url);
  vi.stubEnv('OIDC_CLIENT_ID', application.clientId);
  const file = '../../programs/tokens/verify.mjs';
  verifier = await import(/* @vite-ignore */ file);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world.app.stop();
});

const scope = 'openid email';

test('the program of the guide verifies an access token, and reads a role in it', async () => {
  await add(world.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob', password });
  await add(world.root, 'role', { owner: 'acme', name: 'editor', displayName: 'Editor', users: ['acme/alice'] });
  const { tokens } = await tokensFor(world, application, { scope });
  const claims = await verifier.verify(tokens.access_token);
  expect(claims).toMatchObject({ iss: world.app.url, client_id: application.clientId, email: 'alice@acme.example' });
  expect(verifier.hasRole(claims, 'acme', 'editor')).toBe(true);
  expect(verifier.hasRole(claims, 'globex', 'editor')).toBe(false);
  const bobs = (await tokensFor(world, application, { scope }, 'bob')).tokens;
  expect(verifier.hasRole(await verifier.verify(bobs.access_token), 'acme', 'editor')).toBe(false);
});

test('… and refuses a token of another application, an ID token and a changed token', async () => {
  const { tokens } = await tokensFor(world, application, { scope });
  const foreign = (await tokensFor(world, other, { scope })).tokens;
  const [head, , signature] = tokens.access_token.split('.');
  const body = Buffer.from('{"sub":"admin"}').toString('base64url');
  for (const token of [foreign.access_token, tokens.id_token, `${head}.${body}.${signature}`])
    await expect(verifier.verify(String(token))).rejects.toThrow();
});
