import type { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { narrow } from '@doorwright/api/features/declared/narrowed-token.ts';
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
  await add(root, 'organization', { name: 'umbra', displayName: 'Umbra' });
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

describe('S9 a token narrowed to an organization', () => {
  let acme: Operator;
  beforeAll(async () => {
    const { token, expiresIn } = (await operator.post('token', { organization: 'acme' })).body;
    expect(expiresIn).toBe(300);
    acme = createOperator(app.url, token);
    await operator.put('application/admin/theirs', {
      uid: 'u-theirs',
      fields: { organization: 'umbra', displayName: 'T' },
    });
    await operator.put('syncer/admin/their-syncer', { uid: 'u-their-syncer', fields: { organization: 'umbra' } });
  });

  test('declares objects of that organization', async () => {
    const fields = { organization: 'acme', cert: 'cert-built-in' };
    expect((await acme.put('application/admin/mine', { uid: 'u-mine', fields })).body.outcome).toBe('created');
    expect(
      (await acme.put('syncer/admin/my-syncer', { uid: 'u-my-syncer', fields: { organization: 'acme' } })).body.outcome,
    ).toBe('created');
    const own = { uid: 'u-acme', adoption: 'Adopt' as const, fields: { displayName: 'Acme 2' } };
    expect((await acme.put('organization/admin/acme', own)).body.outcome).toBe('adopted');
    const { items } = (await acme.get('application')).body;
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['mine', 'pod']);
  });

  test.each([
    ['creates nothing in another organization', 'application/admin/new', { organization: 'umbra' }, 403],
    ['takes no application of another organization', 'application/admin/theirs', { organization: 'acme' }, 409],
    [
      'takes no syncer of another organization organization',
      'syncer/admin/their-syncer',
      { organization: 'acme' },
      409,
    ],
    ['moves nothing to another organization organization', 'application/admin/mine', { organization: 'umbra' }, 403],
    ['changes no other organization', 'organization/admin/umbra', { displayName: 'X' }, 403],
    ['creates no organization', 'organization/admin/new', { displayName: 'X' }, 403],
    ['creates no cert', 'cert/admin/new', { cryptoAlgorithm: 'ES256' }, 403],
    ['creates no provider', 'provider/admin/new', { displayName: 'X' }, 403],
    ['changes no cert of the platform', 'cert/admin/cert-built-in', { displayName: 'X' }, 403],
  ])('%s', async (_, path, fields, expected) => {
    const tables = ['applications', 'organizations', 'certs', 'providers', 'syncers', 'webhooks'];
    const state = () => Promise.all(tables.map((table) => app.db(table).orderBy(['owner', 'name'])));
    const before = await state();
    const uid = path.endsWith('/mine') ? 'u-mine' : 'u-thief';
    const answer = await acme.put(path, { uid, adoption: 'Adopt', fields });
    expect(answer.status).toBe(expected);
    expect(answer.text).not.toMatch(/umbra|shop\/theirs|"T"/);
    expect(await state()).toEqual(before);
  });

  test('reads, deletes, rotates and restores nothing of another organization', async () => {
    expect((await acme.get('application/admin/theirs')).status).toBe(404);
    expect((await acme.remove('application/admin/theirs', 'u-theirs', 'Delete')).status).toBe(404);
    expect((await acme.get('application/admin/theirs/secrets')).status).toBe(404);
    expect((await acme.get('application/admin/theirs/secrets/current')).status).toBe(404);
    expect((await acme.post('application/admin/theirs/secrets', { overlapSeconds: 0 })).status).toBe(404);
    expect((await acme.get('cert/admin/cert-built-in/keys')).status).toBe(403);
    expect((await acme.get('cert')).status).toBe(403);
    await operator.put('application/admin/dead', { uid: 'u-dead', fields: { organization: 'umbra' } });
    await operator.remove('application/admin/dead', 'u-dead', 'Delete');
    expect((await acme.post('application/admin/dead/undelete')).status).toBe(404);
    expect((await operator.post('application/admin/dead/undelete')).status).toBe(200);
  });

  test('gets no other token, and reads neither the feed nor deleted objects', async () => {
    expect((await acme.post('token', { organization: 'umbra' })).status).toBe(403);
    expect((await acme.post('token', { organization: 'built-in' })).status).toBe(403);
    expect((await acme.get('changes')).status).toBe(403);
    expect((await acme.get('deleted')).status).toBe(403);
  });

  test('ends after five minutes, and a token of another key is refused', async () => {
    const { token } = (await operator.post('token', { organization: 'acme' })).body;
    present += 299_000;
    expect(await status(token)).toBe(200);
    present += 2_000;
    expect(await status(token)).toBe(401);
    const foreign = createSecretBox([Buffer.alloc(32, 'not the key of this installation')]);
    const caller = { type: 'operator', name: 'local', organization: 'built-in' } as const;
    expect(await status(await narrow(foreign, caller, { organization: 'acme' }, new Date(present)))).toBe(401);
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

describe('S9 no resource makes a global administrator', () => {
  test('the operator gets no token for the platform’s own organization', async () => {
    const answer = await operator.post('token', { organization: 'built-in' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
    expect(answer.text).not.toContain('token":');
  });

  test.each([
    ['an application', 'application/admin/crown'],
    ['a syncer', 'syncer/admin/crown'],
    ['a webhook', 'webhook/admin/crown'],
  ])('it neither creates %s in that organization nor moves one there', async (_, path) => {
    const into = (organization: string) => operator.put(path, { uid: `u-${path}`, fields: { organization } });
    expect(await into('built-in')).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
    expect((await operator.get(path)).status).toBe(404);
    expect((await into('acme')).status).toBe(200);
    expect((await into('built-in')).status).toBe(403);
    expect((await operator.get(path)).body.object.organization).toBe('acme');
  });

  test('it neither adopts nor changes objects of that organization, nor reads their secrets', async () => {
    const [path, uid] = ['application/admin/theirs-alone', 'u-theirs-alone'];
    await add(root, 'application', { name: 'theirs-alone', organization: 'built-in' });
    const taken = { uid, adoption: 'Adopt' as const, fields: { displayName: 'Mine' } };
    expect((await operator.put(path, taken)).status).toBe(403);
    // It was declared before this was forbidden.
    await operator.put('application/admin/once', { uid, fields: { organization: 'acme' } });
    await app.db('applications').where({ name: 'once' }).update({ organization: 'built-in' });
    expect((await operator.put('application/admin/once', taken)).status).toBe(403);
    expect((await operator.get('application/admin/once/secrets/current')).status).toBe(403);
    expect((await operator.post('application/admin/once/secrets', { overlapSeconds: 0 })).status).toBe(403);
    expect((await operator.remove('application/admin/once', uid, 'Delete')).status).toBe(200);
  });
});
