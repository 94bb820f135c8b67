import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { narrow } from '@doorwright/api/features/declared/narrowed-token.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let present = Date.now();
let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp({ now: () => new Date(present) });
  root = await app.admin();
  operator = createOperator(app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'organization', { name: 'umbra', displayName: 'Umbra' });
});
afterAll(() => app.stop());

const status = async (token: string) => (await createOperator(app.url, token).get('application')).status;

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
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['mine']);
  });

  test.each([
    ['creates nothing in another organization', 'application/admin/new', { organization: 'umbra' }, 403],
    ['takes no application of another organization', 'application/admin/theirs', { organization: 'acme' }, 409],
    ['takes no syncer of another organization', 'syncer/admin/their-syncer', { organization: 'acme' }, 409],
    ['moves nothing to another organization', 'application/admin/mine', { organization: 'umbra' }, 403],
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
    const own = path.startsWith('webhook') ? { url: 'https://hooks.example/' } : {};
    const into = (organization: string) => operator.put(path, { uid: `u-${path}`, fields: { organization, ...own } });
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
