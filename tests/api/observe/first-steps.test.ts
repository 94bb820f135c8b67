import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';

let world: ProtocolWorld;
let root: Client;
let globex: Tenant;
beforeAll(async () => {
  world = await createProtocolWorld();
  ({ root } = world);
  globex = await createTenant(world.app, root, 'globex');
});
afterAll(() => world?.app.stop());

const steps = async (client: Client) => (await client.get('get-first-steps')).body;
const reached = async (client: Client, name: string) =>
  (await client.get('get-first-sign-in', { id: `admin/${name}` })).body;

describe('the first steps of a new installation', () => {
  test('are open at first, and each is done when its fact is there', async () => {
    expect((await steps(root)).data).toEqual({
      application: false,
      mail: false,
      provider: false,
      secondFactor: false,
      generatedKey: expect.any(Boolean),
    });
    await add(root, 'provider', { name: 'mail', category: 'Email', type: 'Default' });
    await add(root, 'provider', { name: 'github', category: 'OAuth', type: 'GitHub' });
    await tokensFor(world, await world.application('first'));
    const organization = (await root.get('get-organization', { id: 'admin/built-in' })).body.data;
    await root.post(
      'update-organization',
      { ...organization, secondFactor: 'everyone' },
      { query: { id: 'admin/built-in' } },
    );
    expect((await steps(root)).data).toMatchObject({
      application: true,
      mail: true,
      provider: true,
      secondFactor: true,
    });
  });

  test('are those of their own organization for its administrator, who learns nothing about the key', async () => {
    const { data } = await steps(globex.admin);
    expect(data).toMatchObject({ application: false, secondFactor: false });
    expect(data).not.toHaveProperty('generatedKey');
  });

  test('are for administrators only', async () => {
    expect(await steps(globex.user)).toMatchObject({ code: 'unauthorized' });
    expect(await steps(world.app.anonymous)).toMatchObject({ code: 'sign-in-first' });
  });
});

describe('the first sign-in of an application', () => {
  test('is missing, then tells the user and the claims of the access token, and never a token', async () => {
    const application = await world.application('shop');
    expect((await reached(root, 'shop')).data).toEqual({ signIn: null, token: null });
    const { tokens } = await tokensFor(world, application);
    const { data } = await reached(root, 'shop');
    expect(data).toMatchObject({
      signIn: { user: 'acme/alice', protocol: 'oidc' },
      token: { user: 'acme/alice', scope: 'openid profile email', claims: decodeJwt(tokens.access_token) },
    });
    const { at_hash, iat, exp, ...idToken } = decodeJwt(tokens.id_token ?? '');
    expect(data.token.idTokenClaims).toEqual({ ...idToken, iat: expect.any(Number), exp: expect.any(Number) });
    expect(at_hash).toBeDefined();
    expect(Math.abs(data.token.idTokenClaims.iat - Number(iat))).toBeLessThan(5);
    expect(JSON.stringify(data)).not.toContain(tokens.access_token);
  });

  test('is told of a program that signs in for itself', async () => {
    const { clientId, clientSecret } = await world.application('robot', { grantTypes: ['client_credentials'] });
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    await fetch(`${world.app.url}/api/login/oauth/access_token`, { method: 'POST', body });
    const { data } = await reached(root, 'robot');
    expect(data).toMatchObject({ signIn: null, token: { user: 'acme/app/robot', claims: { sub: 'admin/robot' } } });
    expect(data.token).not.toHaveProperty('idTokenClaims');
  });

  test('S9 stays hidden from administrators of other organizations', async () => {
    expect(await reached(globex.admin, 'shop')).toMatchObject({ code: 'not-found' });
    expect(await reached(globex.user, 'shop')).toMatchObject({ code: 'unauthorized' });
    expect(await reached(root, 'nothing')).toMatchObject({ code: 'not-found' });
  });
});
