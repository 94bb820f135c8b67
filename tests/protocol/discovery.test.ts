import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic } from '../harness/client.ts';
import { createProtocolWorld, type ProtocolWorld } from './world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

type Metadata = Record<string, unknown>;

/** The discovery document for a request with other host names, which fetch does not allow. */
const metadataAs = (headers: Record<string, string>): Promise<Metadata> =>
  new Promise((resolve, reject) => {
    const asked = request(`${world.app.url}/.well-known/openid-configuration`, { headers }, async (answer) => {
      const chunks = await answer.toArray();
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    });
    asked.on('error', reject).end();
  });

test('the issuer and its endpoints have the configured origin, whatever host a request names', async () => {
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

/** Sends a whole address in the request line, as to a proxy. No browser does that. */
const askedAs = (origin: string, method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<string>((resolve, reject) => {
    const { port } = new URL(world.app.url);
    const asked = request({ host: '127.0.0.1', port, method, path: origin + path, headers }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    });
    asked.on('error', reject).end(body);
  });

test('S50 the whole address of another server in a request does not change them, and a DPoP proof for that server is refused', async () => {
  const { clientId, clientSecret } = await world.application('app-relayed', {
    oauthFeatures: ['dpop', 'device_authorization'],
    grantTypes: ['client_credentials'],
  });
  const evil = 'https://evil.example';
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...basic(clientId, clientSecret) };
  expect(await askedAs(evil, 'GET', '/login/oauth/device', {})).not.toMatch(evil);
  expect(await askedAs(evil, 'GET', '/api/login/oauth/logout', {})).not.toMatch(evil);
  const device = await askedAs(evil, 'POST', '/api/login/oauth/device_authorization', form, 'scope=openid');
  expect(JSON.parse(device)).toMatchObject({ verification_uri: `${world.app.url}/login/oauth/device` });
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const token = '/api/login/oauth/access_token';
  const relayed = async (origin: string) => {
    const proof = await new SignJWT({ htm: 'POST', htu: origin + token, jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey);
    const headers = { ...form, DPoP: proof };
    return JSON.parse(await askedAs(evil, 'POST', token, headers, 'grant_type=client_credentials'));
  };
  expect(await relayed(evil)).toMatchObject({ error: 'invalid_dpop_proof' });
  expect(await relayed(world.app.url)).toMatchObject({ token_type: 'DPoP' });
});

test('every endpoint of the document exists', async () => {
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

test('a document with a known ETag is not sent again, also after a proxy compressed it', async () => {
  for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks']) {
    const ask = (headers: Record<string, string>) => fetch(world.app.url + path, { headers });
    const etag = String((await ask({})).headers.get('etag'));
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const answer = await ask({ 'If-None-Match': known });
      expect([known, answer.status, await answer.text()]).toEqual([known, 304, '']);
    }
    expect((await ask({ 'If-None-Match': '"another"' })).status).toBe(200);
  }
});

test('every endpoint lists its methods and its ways of client authentication', async () => {
  const metadata = await metadataAs({});
  const proofs = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
  for (const endpoint of ['token', 'revocation', 'introspection'])
    expect(metadata[`${endpoint}_endpoint_auth_methods_supported`], endpoint).toEqual(proofs);
  const read = new Set(['jwks_uri', 'userinfo_endpoint', 'authorization_endpoint', 'end_session_endpoint']);
  for (const [name, address] of Object.entries(metadata)) {
    if (!/_endpoint$|_uri$/.test(name)) continue;
    const answer = await fetch(String(address), { method: read.has(name) ? 'PUT' : 'GET' });
    const allowed = { jwks_uri: 'GET, HEAD' }[name] ?? (read.has(name) ? 'GET, HEAD, POST' : 'POST');
    expect([name, answer.status, answer.headers.get('allow')]).toEqual([name, 405, allowed]);
  }
});

test('the key set holds every live cert by its name, and no private half', async () => {
  const { body, text } = await world.app.anonymous.get('/.well-known/jwks');
  const { keys } = body as unknown as { keys: { kid: string; x5c: string[] }[] };
  expect(keys.map(({ kid }) => kid).sort()).toEqual(['cert-built-in', 'cert-es256']);
  expect(keys.every(({ x5c }) => x5c.length === 1)).toBe(true);
  expect(text).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
});

test('an issuer with a slash at its end, and an unknown well-known address, get the address of the discovery document', async () => {
  const { url } = world.app;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };
  const right = `${url}/.well-known/openid-configuration`;
  for (const path of [
    '//.well-known/openid-configuration',
    '///.well-known/oauth-authorization-server',
    '//acme//.well-known/openid-configuration',
  ]) {
    const { status, location, text } = await ask(path);
    expect([status, location, JSON.parse(text)], path).toEqual([
      404,
      null,
      expect.objectContaining({ code: 'unknown-path', error: 'invalid_request' }),
    ]);
    const { msg } = JSON.parse(text);
    expect(msg).toContain(`The program means ${right}.`);
    expect(msg).toContain(`The issuer is ${url}, without a slash at its end.`);
  }
  // A host in the path leads nowhere.
  const hostile = await ask('//evil.example/.well-known/openid-configuration');
  expect([hostile.status, hostile.location]).toEqual([404, null]);
  expect(JSON.parse(hostile.text).msg).toContain(right);
  for (const path of ['/.well-known/openid-config', '//.well-known/security.txt', '/.well-known/'])
    expect([(await ask(path)).status, JSON.parse((await ask(path, { Accept: 'text/html' })).text)], path).toEqual([
      404,
      expect.objectContaining({ code: 'unknown-path', msg: expect.stringContaining(`${right} lists all endpoints`) }),
    ]);
  // Those that exist stay.
  for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks', '/.well-known/passkey-endpoints'])
    expect((await ask(path)).status, path).toBe(200);
  expect((await ask('/.well-known/change-password')).status).toBe(303);
});
