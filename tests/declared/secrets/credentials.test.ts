import { createHash, createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { publishedKeys } from '@doorwright/api/kinds/cert/keys/key-rows.ts';
import { readCerts } from '@doorwright/api/kinds/cert/keys/read-certs.ts';
import { rotateSecrets } from '@doorwright/api/process/rotate-secrets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { registry, testKey } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

const minute = 60_000;
let present = Date.parse('2027-01-01T00:00:00Z');
const now = () => new Date(present);

let app: TestApp;
let operator: Operator;
beforeAll(async () => {
  app = await startApp({ now });
  operator = createOperator(app.url);
  await operator.put('organization/admin/acme', { uid: 'u-acme', fields: { displayName: 'Acme' } });
});
afterAll(() => app.stop());

describe('client secrets', () => {
  const path = 'application/admin/shop/secrets';
  const first = 'first-secret-of-shop';
  const second = 'second-secret-of-shop';
  const isGood = async (secret: string) => {
    const { body } = await app.client(basic('shop-id', secret)).get('get-organization-applications');
    return body.status === 'ok';
  };

  beforeAll(() =>
    operator.put('application/admin/shop', {
      uid: 'u-shop',
      fields: { organization: 'acme', clientId: 'shop-id', clientSecret: first, apiAccess: 'administrator' },
    }),
  );

  test('the present one is valid, and its last use is shown to the minute', async () => {
    expect((await operator.get(path)).body.items).toEqual([
      { id: 'current', state: 'current', notAfter: '', lastUsedTime: '' },
    ]);
    expect(await isGood(first)).toBe(true);
    const used = now().toISOString();
    present += minute / 2;
    expect(await isGood(first)).toBe(true);
    expect((await operator.get(path)).body.items[0].lastUsedTime).toBe(used);
    present += minute;
    await isGood(first);
    expect((await operator.get(path)).body.items[0].lastUsedTime).toBe(now().toISOString());
  });

  test('a wrong one does not count as a use', async () => {
    const before = (await operator.get(path)).body;
    present += 2 * minute;
    expect(await isGood('wrong')).toBe(false);
    expect(await isGood('')).toBe(false);
    expect((await operator.get(path)).body).toEqual(before);
  });

  test('during a rotation, both are valid, and each has its own last use', async () => {
    const added = await operator.post(path, { secret: second, overlapSeconds: 3600 });
    expect(added.body).toMatchObject({ secret: second, items: [{ lastUsedTime: '' }, { state: 'previous' }] });
    const [, previous] = added.body.items;
    expect(previous.notAfter).toBe(new Date(present + 3_600_000).toISOString());
    const before = previous.lastUsedTime;
    expect(await isGood(second)).toBe(true);
    expect((await operator.get(path)).body.items).toMatchObject([
      { lastUsedTime: now().toISOString() },
      { lastUsedTime: before },
    ]);
    expect(await isGood(first)).toBe(true);
    expect((await operator.get(path)).body.items[1].lastUsedTime).toBe(now().toISOString());
  });

  test('repeating a rotation changes nothing, and a third secret is refused until the first has ended', async () => {
    const { body } = await operator.get(path);
    const again = await operator.post(path, { secret: second, overlapSeconds: 3600 });
    expect(again).toMatchObject({ status: 200, body: { secret: second, items: body.items } });
    const third = await operator.post(path, { secret: 'third-secret-of-shop', overlapSeconds: 3600 });
    expect(third).toMatchObject({ status: 409, body: { code: 'RotationPending' } });
    const declared = await operator.put('application/admin/shop', {
      uid: 'u-shop',
      fields: { organization: 'acme', clientId: 'shop-id', clientSecret: second },
    });
    expect(declared.body.outcome).toBe('unchanged');
  });

  test('the previous secret is encrypted, and encrypted again with a new key', async () => {
    const [row] = await app.db('client_secrets').whereNotNull('not_after');
    expect(JSON.stringify(row)).not.toContain(first);
    const newKey = Buffer.alloc(32, 'another key for tests, of 32 byt');
    await rotateSecrets(app.db, registry, createSecretBox([newKey, testKey]), () => {});
    expect((await app.db('client_secrets').whereNotNull('not_after'))[0].secret).not.toBe(row.secret);
    await rotateSecrets(app.db, registry, createSecretBox([testKey, newKey]), () => {});
    expect(await isGood(first)).toBe(true);
  });

  test('the previous one ends at its time', async () => {
    present += 3_600_000 + 1;
    expect(await isGood(first)).toBe(false);
    expect(await isGood(second)).toBe(true);
    expect((await operator.get(path)).body.items).toHaveLength(1);
  });

  test('the previous one ends when it is retired, and the present one cannot be retired', async () => {
    const { secret, items } = (await operator.post(path, { overlapSeconds: 3600 })).body;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await isGood(second)).toBe(true);
    expect((await operator.ask('DELETE', `${path}/${items[1].id}`)).body.items).toHaveLength(1);
    expect(await isGood(second)).toBe(false);
    expect(await isGood(secret)).toBe(true);
    expect((await operator.ask('DELETE', `${path}/${items[1].id}`)).status).toBe(404);
    expect((await operator.ask('DELETE', `${path}/current`)).status).toBe(404);
    expect(await isGood(secret)).toBe(true);
  });

  test('the present one can be read to restore a Secret, and this leaves a record', async () => {
    const { secret } = (await operator.get(`${path}/current`)).body;
    expect(await isGood(secret)).toBe(true);
    const last = await app
      .db('records')
      .where({ action: 'declared GET /application/:owner/:name/secrets/current' })
      .first();
    expect(last).toMatchObject({ user: 'operator/local', object: 'application admin/shop', owner: 'acme' });
  });

  test('the token endpoint accepts both during a rotation, and notes their use', async () => {
    const fields = {
      organization: 'acme',
      clientId: 'tokens-id',
      clientSecret: first,
      grantTypes: ['client_credentials'],
    };
    await operator.put('application/admin/tokens', { uid: 'u-tokens', fields: { ...fields, cert: 'cert-built-in' } });
    const token = async (client_secret: string) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'tokens-id', client_secret });
      return (await fetch(`${app.url}/api/login/oauth/access_token`, { method: 'POST', body })).status;
    };
    expect(await token(first)).toBe(200);
    const own = 'application/admin/tokens/secrets';
    const { items } = (await operator.post(own, { secret: second, overlapSeconds: 3600 })).body;
    expect(items[1].lastUsedTime).not.toBe('');
    expect([await token(first), await token(second), await token('wrong')]).toEqual([200, 200, 401]);
    expect((await operator.get(own)).body.items[0].lastUsedTime).toBe(now().toISOString());
    await operator.ask('DELETE', `${own}/${items[1].id}`);
    expect(await token(second)).toBe(200);
    // A replica may accept the old secret from its cache for five more seconds.
    const end = Date.now() + 8000;
    while ((await token(first)) !== 401) expect(Date.now()).toBeLessThan(end);
  });

  test('secrets of an undeclared application are not changed', async () => {
    const answer = await operator.post('application/admin/app-built-in/secrets', { overlapSeconds: 0 });
    expect(answer).toMatchObject({ status: 409, body: { code: 'NotManaged' } });
  });
});

describe('keys of a cert', () => {
  const path = 'cert/admin/signer/keys';
  const kids = async () =>
    (await operator.get(path)).body.items.map(({ kid, state }: { kid: string; state: string }) => `${kid} ${state}`);

  beforeAll(async () => {
    const fields = { displayName: 'Signer', cryptoAlgorithm: 'ES256' };
    expect((await operator.put('cert/admin/signer', { uid: 'u-signer', fields })).body.outcome).toBe('created');
  });

  test('go from published to signing to retired, and their private half is never read', async () => {
    expect(await kids()).toEqual(['signer signing']);
    const made = await operator.post(path, { kid: 'signer-2' });
    expect(made.body.privateKey).toContain('BEGIN PRIVATE KEY');
    expect(await kids()).toEqual(['signer signing', 'signer-2 published']);
    const again = await operator.post(path, { kid: 'signer-2' });
    expect(again.text).not.toContain('PRIVATE');

    const signed = await operator.post(`${path}/signer-2/sign`, { retireSeconds: 3600 });
    expect(signed.status).toBe(200);
    expect(signed.text).not.toContain('PRIVATE');
    expect(await kids()).toEqual(['signer-2 signing', 'signer retired']);
    const { object } = (await operator.get('cert/admin/signer')).body;
    expect(object.certificate).toBe(made.body.items[1].certificate);
    const certs = await readCerts({ sql: app.db, store: app.store });
    const [own] = certs.filter(({ cert }) => cert.name === 'signer');
    if (!own) throw new Error('the cert is not read');
    expect(own.cert.privateKey).toBe(made.body.privateKey);
    const published = publishedKeys(own.cert, own.rows, now());
    expect(published.map(({ kid }) => kid)).toEqual(['signer-2', 'signer']);

    present += 3_600_000 + 1;
    expect(await kids()).toEqual(['signer-2 signing']);
  });

  test('the signing one cannot be ended, and a waiting one can', async () => {
    expect((await operator.ask('DELETE', `${path}/signer-2`)).body).toMatchObject({ code: 'InUse' });
    await operator.post(path, { kid: 'signer-3' });
    expect((await operator.ask('DELETE', `${path}/signer-3`)).status).toBe(200);
    expect(await kids()).toEqual(['signer-2 signing']);
  });

  test('stay published while tokens of the cert’s applications live, whatever the request says', async () => {
    const id = randomUUID().slice(0, 8);
    const cert = `cert/admin/kept-${id}`;
    await operator.put(cert, { uid: `u-${cert}`, fields: { cryptoAlgorithm: 'ES256' } });
    for (const [name, expireInHours] of [
      [`short-${id}`, 1],
      [`long-${id}`, 400],
    ] as const)
      await operator.put(`application/admin/${name}`, {
        uid: `u-${name}`,
        fields: { organization: 'acme', cert: `kept-${id}`, expireInHours },
      });
    const change = async (kid: string, retireSeconds: number) => {
      await operator.post(`${cert}/keys`, { kid });
      const { items } = (await operator.post(`${cert}/keys/${kid}/sign`, { retireSeconds })).body;
      return items.find(({ notAfter }: { notAfter: string }) => notAfter !== '').notAfter;
    };
    const inHours = (hours: number) => new Date(present + hours * 3_600_000).toISOString();
    expect(await change(`a-${id}`, 0)).toBe(inHours(400));
    present += 1000;
    const { items } = (await operator.get(`${cert}/keys`)).body;
    await operator.ask('DELETE', `${cert}/keys/${items[1].kid}`);
    expect(await change(`b-${id}`, 500 * 3600)).toBe(inHours(500));
  });

  test('also if a resource adopts a cert with another key, and for applications without a cert', async () => {
    const root = await app.admin();
    await add(root, 'cert', { name: 'taken-over', cryptoAlgorithm: 'ES256' });
    await add(root, 'application', {
      name: 'of-taken-over',
      organization: 'acme',
      cert: 'taken-over',
      expireInHours: 500,
    });
    const wish = { name: 'taken-over', cryptoAlgorithm: 'ES256' };
    const fields = (await operator.post('key-pair', wish)).body;
    const answer = await operator.put('cert/admin/taken-over', { uid: 'u-taken-over', fields, adoption: 'Adopt' });
    expect(answer.body.outcome).toBe('adopted');
    const { items } = (await operator.get('cert/admin/taken-over/keys')).body;
    const digest = createHash('sha256').update(fields.certificate).digest('hex').slice(0, 12);
    const notAfter = new Date(present + 500 * 3_600_000).toISOString();
    expect(items).toMatchObject([
      { kid: `taken-over-${digest}`, state: 'signing', certificate: fields.certificate },
      { kid: 'taken-over', state: 'retired', notAfter },
    ]);

    await add(root, 'application', { name: 'of-none', organization: 'acme', expireInHours: 1000 });
    const query = { id: 'admin/cert-built-in' };
    const changes = { cryptoAlgorithm: 'ES256', certificate: '', privateKey: '' };
    expect((await root.post('update-cert', changes, { query })).body.status).toBe('ok');
    const [, before] = (await root.get('get-cert-keys', query)).body.data;
    expect(before.notAfter).toBe(new Date(present + 1000 * 3_600_000).toISOString());
  });

  test('halves of different keys and used ids are refused', async () => {
    const { privateKey } = (await operator.post(path, { kid: 'signer-4' })).body;
    const { certificate } = (await operator.get('cert/admin/signer')).body.object;
    const wrong = await operator.post(path, { kid: 'signer-5', privateKey, certificate });
    expect(wrong).toMatchObject({ status: 422, body: { fields: [{ field: 'privateKey' }] } });
    expect((await operator.post(path, { kid: 'cert-built-in' })).status).toBe(409);
    expect((await operator.post(path, { kid: 'signer-5', privateKey })).status).toBe(422);
  });

  test('a pair can be made without storing it, but not with a token of one organization', async () => {
    const wish = { name: 'written-down-first', cryptoAlgorithm: 'ES256' };
    const { status, body } = await operator.post('key-pair', wish);
    expect(status).toBe(200);
    const certificate = new X509Certificate(body.certificate);
    expect(certificate.checkPrivateKey(createPrivateKey(body.privateKey))).toBe(true);
    expect((await operator.get('cert/admin/written-down-first')).status).toBe(404);
    expect((await operator.post('key-pair', { name: 'x', cryptoAlgorithm: 'none' })).status).toBe(422);
    const { token } = (await operator.post('token', { organization: 'acme' })).body;
    expect((await createOperator(app.url, token).post('key-pair', wish)).status).toBe(403);
  });
});
