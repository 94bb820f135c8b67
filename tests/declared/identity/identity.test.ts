import type { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator, operatorToken } from '../operator.ts';

const issuer = 'https://cluster.example';
const subject = 'system:serviceaccount:doorwright:doorwright-operator';

let present = Date.now();
let keys: Server;
let app: TestApp;
let root: Client;
let operator: Operator;
let signer: webcrypto.CryptoKey;
let stranger: webcrypto.CryptoKey;
let settings: Record<string, string>;
let answersKeys = true;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  signer = pair.privateKey;
  stranger = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  keys = createServer((_req, res) =>
    answersKeys ? res.end(JSON.stringify({ keys: [jwk] })) : res.writeHead(500).end(),
  );
  await new Promise<void>((resolve) => void keys.listen(0, '127.0.0.1', resolve));
  const { port } = keys.address() as { port: number };
  settings = {
    DOORWRIGHT_OPERATOR_SUBJECTS: subject,
    DOORWRIGHT_CLUSTER_ISSUER: issuer,
    DOORWRIGHT_CLUSTER_JWKS: `http://127.0.0.1:${port}/openid/v1/jwks`,
  };
  app = await startApp({ now: () => new Date(present), settings });
  root = await app.admin();
  operator = createOperator(app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(async () => {
  keys.close();
  await app.stop();
});

interface Claims {
  iss?: string;
  aud?: string;
  sub?: string;
  key?: webcrypto.CryptoKey;
  lastsSeconds?: number;
}

const podToken = ({ iss = issuer, aud = 'doorwright', sub = subject, key = signer, lastsSeconds = 600 }: Claims = {}) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(iss)
    .setAudience(aud)
    .setSubject(sub)
    .setExpirationTime(Math.floor(present / 1000) + lastsSeconds)
    .sign(key);

const status = async (token: string) => (await createOperator(app.url, token).get('application')).status;

describe('a projected ServiceAccount token', () => {
  test('authenticates the operator with our audience and a listed subject', async () => {
    const own = createOperator(app.url, await podToken());
    const fields = { organization: 'acme' };
    expect((await own.put('application/admin/pod', { uid: 'u-pod', fields })).body.outcome).toBe('created');
    const [record] = await app.db('records').where({ object: 'application admin/pod' });
    expect(record).toMatchObject({ user: `operator/${subject}`, owner: 'acme' });
  });

  test.each<[string, Claims]>([
    ['a token of another subject', { sub: 'system:serviceaccount:default:default' }],
    ['a token for another audience', { aud: 'https://kubernetes.default.svc' }],
    ['a token of another issuer', { iss: 'https://other.example' }],
    ['a token with the signature of a stranger', { key: undefined as never }],
    ['an expired token', { lastsSeconds: -1 }],
  ])('%s is refused', async (title, claims) => {
    const asked = title.includes('stranger') ? { key: stranger } : claims;
    expect(await status(await podToken(asked))).toBe(401);
  });

  test('is refused without a signature, or signed with the public key as a password', async () => {
    const [, payload] = (await podToken()).split('.');
    const head = (alg: string) => Buffer.from(JSON.stringify({ alg, kid: 'k1' })).toString('base64url');
    for (const token of [`${head('none')}.${payload}.`, `${head('HS256')}.${payload}.AAAA`, 'x.y.z', 'dwo_nonsense'])
      expect(await status(token)).toBe(401);
  });

  test('S16 35.9 that ends while its operator waits for changes ends the wait', async () => {
    const own = createOperator(app.url, await podToken());
    const { next } = (await own.get('changes')).body;
    const waiting = own.get(`changes?since=${next}&wait=25`);
    const began = performance.now();
    present += 700_000;
    try {
      expect(await waiting).toMatchObject({ status: 401, body: { code: 'Unauthenticated' } });
      // Without the check, the answer comes after 25 seconds.
      expect(performance.now() - began).toBeLessThan(20_000);
    } finally {
      present -= 700_000;
    }
  });

  test('gets a time to retry when the cluster’s keys cannot be read', async () => {
    answersKeys = false;
    const fresh = await startApp({
      databaseUrl: app.databaseUrl,
      settings: {
        DOORWRIGHT_OPERATOR_SUBJECTS: subject,
        DOORWRIGHT_CLUSTER_ISSUER: issuer,
        DOORWRIGHT_CLUSTER_JWKS: `http://127.0.0.1:${(keys.address() as { port: number }).port}/`,
      },
    });
    expect((await createOperator(fresh.url, await podToken()).get('application')).status).toBe(503);
    answersKeys = true;
    await fresh.stop();
  });
});

describe('S54 the operator’s token', () => {
  test('is no credential on /api, in any form', async () => {
    const narrowed = (await operator.post('token', { organization: 'acme' })).body.token;
    for (const token of [operatorToken, await podToken(), narrowed]) {
      const client = app.client({ Authorization: `Bearer ${token}` });
      for (const path of ['get-users', 'get-account', 'get-applications', 'get-records', 'get-tokens'])
        expect((await client.get(path)).body).toMatchObject({ status: 'error', code: 'token-unknown', data: null });
      expect((await client.post('add-organization', { name: 'x' })).body.code).toBe('token-unknown');
    }
  });

  test('reads no user, session, token, record or role on its own surface', async () => {
    for (const kind of [
      'user',
      'session',
      'token',
      'record',
      'role',
      'permission',
      'origin',
      'client-secret',
      'change',
    ]) {
      expect((await operator.get(kind)).status).toBe(404);
      expect((await operator.get(`${kind}/built-in/admin`)).status).toBe(404);
      expect((await operator.put(`${kind}/built-in/admin`, { uid: 'u-x', adoption: 'Adopt' })).status).toBe(404);
      expect((await operator.remove(`${kind}/built-in/admin`, 'u-x', 'Delete')).status).toBe(404);
    }
  });

  test('is required: strangers, administrators and applications are refused', async () => {
    const { data } = (await root.get('get-application', { id: 'admin/app-built-in' })).body;
    const basic = Buffer.from(`${data.clientId}:${data.clientSecret}`).toString('base64');
    const cookie = [...root.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const headers of [{}, { Cookie: cookie }, { Authorization: `Basic ${basic}` }] as Record<string, string>[])
      for (const [method, path] of [
        ['GET', 'application'],
        ['PUT', 'application/admin/x'],
        ['GET', 'changes'],
        ['POST', 'token'],
      ])
        expect((await fetch(`${app.url}/declared/v1/${path}`, { method: method as string, headers })).status).toBe(401);
  });

  test('appears in no log and no record', async () => {
    expect(app.logged.join()).not.toContain(operatorToken);
    expect(JSON.stringify(await app.db('records'))).not.toContain(operatorToken);
  });
});

test('S54 users leave by a token of the cluster only while the setting of the api allows it', async () => {
  await operator.post('import', {
    objects: [
      {
        ...{ kind: 'user', from: 'leaver', fields: { owner: 'acme', name: 'leaver', displayName: 'Leaver' } },
        digest: { passwordType: 'md5-salt', password: 'a'.repeat(32) },
      },
    ],
  });
  const token = await podToken();
  const refused = await createOperator(app.url, token).get('users/acme');
  expect(refused).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
  expect(refused.body.detail).toContain('DOORWRIGHT_USER_EXPORT=on');
  expect(refused.text).not.toContain('aaaa');
  expect(await app.db('records').where({ reason: 'user-export-off', user: `operator/${subject}` })).toHaveLength(1);
  const { body } = await operator.get('users/acme');
  expect(body.items).toMatchObject([{ digest: { password: 'a'.repeat(32) } }]);

  const open = { ...settings, DOORWRIGHT_USER_EXPORT: 'on' };
  const other = await startApp({ now: () => new Date(present), settings: open, databaseUrl: app.databaseUrl });
  try {
    expect((await createOperator(other.url, token).get('users/acme')).body).toEqual(body);
    const narrowed = (await operator.post('token', { organization: 'acme' })).body.token;
    expect(await createOperator(other.url, narrowed).get('users/acme')).toMatchObject({ status: 403 });
  } finally {
    await other.stop();
  }
});
