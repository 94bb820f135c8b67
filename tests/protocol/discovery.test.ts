import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtocolWorld, type ProtocolWorld } from './world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

type Metadata = Record<string, unknown>;

/** What the document says to somebody who calls the server by other names; fetch would not let him. */
const metadataAs = (headers: Record<string, string>): Promise<Metadata> =>
  new Promise((resolve, reject) => {
    const asked = request(`${world.app.url}/.well-known/openid-configuration`, { headers }, async (answer) => {
      const chunks = await answer.toArray();
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    });
    asked.on('error', reject).end();
  });

test('the issuer and its endpoints are those of the configured origin, whatever a request calls us', async () => {
  const plain = await metadataAs({});
  const lied = await metadataAs({
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
  });
  expect(lied).toEqual(plain);
  const { url } = world.app;
  expect(plain).toMatchObject({
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/api/login/oauth/access_token`,
    userinfo_endpoint: `${url}/api/userinfo`,
    introspection_endpoint: `${url}/api/login/oauth/introspect`,
    revocation_endpoint: `${url}/api/login/oauth/revoke`,
    end_session_endpoint: `${url}/api/login/oauth/logout`,
    device_authorization_endpoint: `${url}/api/login/oauth/device_authorization`,
    pushed_authorization_request_endpoint: `${url}/api/login/oauth/par`,
    jwks_uri: `${url}/.well-known/jwks`,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
  });
});

test('every endpoint that the document names is there', async () => {
  const metadata = await metadataAs({});
  const endpoints = Object.entries(metadata).filter(([name]) => /_endpoint$|_uri$/.test(name));
  expect(endpoints.length).toBe(9);
  for (const [name, address] of endpoints) {
    const isRead = ['jwks_uri', 'authorization_endpoint', 'end_session_endpoint', 'userinfo_endpoint'].includes(name);
    const answer = await fetch(String(address), { method: isRead ? 'GET' : 'POST', redirect: 'manual' });
    expect([name, answer.status]).not.toEqual([name, 404]);
    expect(answer.status).toBeLessThan(500);
  }
});

test('the key set has every cert that is live, by its name, and no private half', async () => {
  const { body, text } = await world.app.anonymous.get('/.well-known/jwks');
  const { keys } = body as unknown as { keys: { kid: string; x5c: string[] }[] };
  expect(keys.map(({ kid }) => kid).sort()).toEqual(['cert-built-in', 'cert-es256']);
  expect(keys.every(({ x5c }) => x5c.length === 1)).toBe(true);
  expect(text).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
});
