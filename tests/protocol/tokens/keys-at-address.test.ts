import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';
import {
  asProof,
  type ClientKey,
  clientKey,
  keyApplication,
  keySet,
  postForm,
  proofClaims,
  signed,
  tokenPath,
} from './private-key-world.ts';

let world: ProtocolWorld;
let server: Server;
let origin: string;
let first: ClientKey;
let second: ClientKey;
/** The answer of the client's server, and the requests that it got. */
let answer: { status: number; body: string; headers?: Record<string, string> };
let asked: string[] = [];
let ahead = 0;

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(String(req.url));
    res.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await createProtocolWorld({
    now: () => new Date(Date.now() + ahead),
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: 'acme=127.0.0.0/8' },
  });
  first = await clientKey('ES256', 'first');
  second = await clientKey('ES256', 'second');
});
afterAll(async () => {
  server?.close();
  await world?.app.stop();
});
beforeEach(() => {
  asked = [];
  ahead = 0;
  answer = { status: 200, body: keySet(first) };
});

const applicationAt = (path: string, own = {}) =>
  keyApplication(world, first, { jwks: '', jwksUri: origin + path, ...own });

type Asking = Awaited<ReturnType<typeof applicationAt>>;

const ask = async (application: Asking, key: ClientKey) =>
  (
    await postForm(world, tokenPath, {
      grant_type: 'client_credentials',
      ...asProof(await signed(key, proofClaims(world.app, application))),
    })
  ).error ?? 'ok';

test('35.34 keys are read from the address of the client, once for many requests', async () => {
  const application = await applicationAt('/keys');
  expect([await ask(application, first), await ask(application, first)]).toEqual(['ok', 'ok']);
  expect(await ask(application, second)).toBe('invalid_client');
  expect(asked).toEqual(['/keys']);
});

test('35.34 a key that the client has removed is refused, and a new one is taken', async () => {
  const application = await applicationAt('/changing');
  expect(await ask(application, first)).toBe('ok');
  answer.body = keySet(second);
  ahead = 6 * 60_000;
  expect(await ask(application, first)).toBe('invalid_client');
  expect(await ask(application, second)).toBe('ok');
});

test.each<[string, () => typeof answer]>([
  ['an error', () => ({ status: 500, body: '' })],
  ['no set of keys', () => ({ status: 200, body: '{"keys":"none"}' })],
  ['a redirect', () => ({ status: 302, body: '', headers: { Location: `${origin}/elsewhere` } })],
  ['more than a set of keys has', () => ({ status: 200, body: `${' '.repeat(100_000)}${keySet(first)}` })],
  ['a secret as a key', () => ({ status: 200, body: JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }) })],
])('35.34 an address that answers %s proves nothing', async (what, made) => {
  const application = await applicationAt(`/${what.length}`);
  answer = made();
  expect(await ask(application, first)).toBe('invalid_client');
  expect(asked).toEqual([`/${what.length}`]);
});

test('35.34 S48 an address in a network that the organization may not reach is not called', async () => {
  await world.root.post('add-organization', { name: 'other', displayName: 'Other' });
  const foreign = await applicationAt('/inside', { organization: 'other' });
  expect(await ask(foreign, first)).toBe('invalid_client');
  expect(asked).toEqual([]);
});
