import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add, password } from '../../harness/world.ts';
import { callback, careful, exchange, signInAt } from '../../protocol/world.ts';
import { a, startWorld, trusting, type World } from '../world/declared-world.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const dir = mkdtempSync(join(tmpdir(), 'doorwright-workload-'));
const others: TestApp[] = [];
let world: World;
let clientId: string;

beforeAll(async () => {
  world = await startWorld();
  await world.namespace('elsewhere');
  for (const [name, namespace] of [
    ['robot', 'default'],
    ['stranger', 'default'],
    ['robot', 'elsewhere'],
  ] as const)
    await world.kubectl(['create', 'serviceaccount', name, '-n', namespace]);
  await world.apply(
    a('Organization', 'acme'),
    a('Application', 'robot', {
      organizationRef: { name: 'acme' },
      clientAuthentication: { method: 'KubernetesServiceAccount', serviceAccountRef: { name: 'robot' } },
      grantTypes: ['authorization_code', 'client_credentials'],
      redirectUris: [callback],
    }),
    a('Application', 'ordinary', {
      ...{ organizationRef: { name: 'acme' }, generate: true, grantTypes: ['client_credentials'] },
    }),
  );
  for (const name of ['robot', 'ordinary']) await world.ready('application', name);
  await add(world.admin, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
  clientId = (await world.secret('robot-oidc'))?.OIDC_CLIENT_ID ?? '';
}, clusterHookTimeout);
afterAll(async () => {
  await Promise.all(others.map((app) => app.stop()));
  await world?.stop();
  rmSync(dir, { recursive: true });
});

/** A token as a kubelet projects it. */
const projected = async ({ name = 'robot', namespace = 'default', audience = world.app.url } = {}) =>
  (await world.kubectl(['create', 'token', name, '-n', namespace, `--audience=${audience}`])).trim();

const ask = async (url: string, form: Record<string, string>, path = '/api/login/oauth/access_token') => {
  const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const asserted = (client_assertion: string, own: Record<string, string> = {}) => ({
  ...{ grant_type: 'client_credentials', client_id: clientId, client_assertion_type: assertionType, client_assertion },
  ...own,
});

test('a pod gets tokens by its ServiceAccount, without any secret', async () => {
  expect(await world.inApi('application', 'robot')).toMatchObject({
    clientType: 'workload',
    workload: 'default/robot',
  });
  expect(await world.secret('robot-oidc')).not.toHaveProperty('OIDC_CLIENT_SECRET');
  const token = await projected();
  const { body } = await ask(world.app.url, asserted(token));
  expect(body).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) });
  const told = await ask(
    world.app.url,
    asserted(token, { token: String(body.access_token) }),
    '/api/login/oauth/introspect',
  );
  expect(told.body).toMatchObject({ active: true, client_id: clientId });
});

test('a web application without a secret signs users in with the token of its pod', async () => {
  const token = await projected();
  const proof: client.ClientAuth = (_server, _client, body) => {
    body.set('client_id', clientId);
    body.set('client_assertion_type', assertionType);
    body.set('client_assertion', token);
  };
  const rp = await client.discovery(new URL(world.app.url), clientId, undefined, proof, {
    execute: [client.allowInsecureRequests],
  });
  const flow = await careful(rp);
  const signedIn = await signInAt(world.app.client(), flow.request);
  const tokens = await exchange(rp, flow, String(signedIn.body.data));
  expect(tokens.claims()).toMatchObject({ aud: clientId });
});

const refused = { status: 401, body: { error: 'invalid_client' } };

test.each([
  ['another audience', { audience: 'https://kubernetes.default.svc' }],
  ['the operator’s audience', { audience: 'doorwright' }],
  ['another ServiceAccount of the namespace', { name: 'stranger' }],
  ['a ServiceAccount of the same name elsewhere', { namespace: 'elsewhere' }],
])('S41 a token of %s proves nothing', async (_, wanted) => {
  expect(await ask(world.app.url, asserted(await projected(wanted)))).toMatchObject(refused);
});

test('S41 an expired token is refused', async () => {
  const later = await startApp({
    databaseUrl: world.app.databaseUrl,
    settings: { ...(await trusting(world.cluster, dir)), DOORWRIGHT_ORIGIN: world.app.url },
    now: () => new Date(Date.now() + 2 * 3_600_000),
  });
  others.push(later);
  const token = await projected();
  expect(await ask(world.app.url, asserted(token))).toMatchObject({ status: 200 });
  expect(await ask(later.url, asserted(token))).toMatchObject(refused);
});

test('S41 a token of another issuer or signer is refused', async () => {
  const foreign = await startApp({
    databaseUrl: world.app.databaseUrl,
    settings: {
      ...(await trusting(world.cluster, dir)),
      ...{ DOORWRIGHT_ORIGIN: world.app.url, DOORWRIGHT_CLUSTER_ISSUER: 'https://another.cluster' },
    },
  });
  others.push(foreign);
  expect(await ask(foreign.url, asserted(await projected()))).toMatchObject(refused);
  const { privateKey } = await generateKeyPair('RS256');
  const forged = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'mine' })
    .setIssuer(world.cluster.url)
    .setAudience(world.app.url)
    .setSubject('system:serviceaccount:default:robot')
    .setExpirationTime('10m')
    .sign(privateKey);
  expect(await ask(world.app.url, asserted(forged))).toMatchObject(refused);
});

test('S41 a workload cannot use a secret, and no other client can use a pod’s token', async () => {
  const robot = await world.inApi('application', 'robot');
  const form = { grant_type: 'client_credentials', client_id: clientId };
  for (const client_secret of [String(robot?.clientSecret || 'none'), 'guess'])
    expect(await ask(world.app.url, { ...form, client_secret })).toMatchObject(refused);
  const api = world.app.client(basic(clientId, String(robot?.clientSecret)));
  expect((await api.get('get-organization-applications')).body).toMatchObject({ code: 'sign-in-failed' });
  const { OIDC_CLIENT_ID = '' } = (await world.secret('ordinary-oidc')) ?? {};
  const token = await projected();
  // The pod's token names another client, as its subject.
  expect(await ask(world.app.url, asserted(token, { client_id: OIDC_CLIENT_ID }))).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  });
  expect(await ask(world.app.url, asserted(token, { client_assertion_type: 'jwt' }))).toMatchObject(refused);
  expect(await ask(world.app.url, form)).toMatchObject(refused);
});
