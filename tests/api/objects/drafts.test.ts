import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { registry } from '../../harness/database/template.ts';
import { createTenant, type Tenant } from '../../harness/world.ts';

/** `get-draft-<kind>` returns the defaults for the form of a new object. */

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
});
afterAll(() => app.stop());

const draftOf = async (client: Client, kind: string, organization?: string) =>
  (await client.get(`get-draft-${kind}`, organization ? { organization } : {})).body;

const added = registry.kinds.filter(({ starts, access }) => starts && access?.add);

test.each(added)('a draft of the kind $kind stores nothing, and its names are new each time', async (kind) => {
  const count = async () => (await root.get(`get-${kind.plural}`, { p: 1, pageSize: 1 })).body.data2;
  const before = await count();
  const [one, other] = [await draftOf(root, kind.name), await draftOf(root, kind.name)];
  expect(one).toMatchObject({ status: 'ok', data: { owner: kind.owner === 'admin' ? 'admin' : 'built-in' } });
  expect(one.data[kind.key]).not.toBe(other.data[kind.key]);
  expect(await count()).toBe(before);
});

test('the defaults are those of the specification', async () => {
  const { data: application } = await draftOf(root, 'application');
  expect(application).toMatchObject({
    name: expect.stringMatching(/^application_[a-z0-9]{6}$/),
    displayName: `New Application - ${application.name.slice('application_'.length)}`,
    organization: 'built-in',
    cert: 'cert-built-in',
    tokenFormat: 'JWT',
    expireInHours: 168,
    enablePassword: true,
    enableSignUp: true,
    apiAccess: 'read-account',
  });
  const { data: cert } = await draftOf(root, 'cert');
  expect(cert).toMatchObject({
    scope: 'JWT',
    type: 'x509',
    cryptoAlgorithm: 'RS256',
    bitSize: 4096,
    expireInYears: 20,
  });
  expect((await draftOf(root, 'ldap')).data).toMatchObject({ port: 389, host: '', baseDn: '' });
  expect((await draftOf(root, 'user')).data).toMatchObject({
    type: 'normal-user',
    email: '',
    affiliation: '',
    tag: '',
  });
  const { data: webhook } = await draftOf(root, 'webhook');
  expect(webhook).toMatchObject({ url: '', method: 'POST', contentType: 'application/json' });
  expect(webhook.events).toHaveLength(4);
});

test('a draft names the application of the platform only in the organization built-in', async () => {
  expect((await draftOf(root, 'permission')).data).toMatchObject({ owner: 'built-in', resources: ['app-built-in'] });
  expect((await draftOf(root, 'permission', 'acme')).data).toMatchObject({ owner: 'acme', resources: [] });
  expect((await draftOf(acme.admin, 'permission')).data).toMatchObject({ owner: 'acme', resources: [] });
});

test('a draft that is sent back unchanged becomes an object, and a second time it is a duplicate', async () => {
  const { data } = await draftOf(root, 'role', 'acme');
  expect(data.owner).toBe('acme');
  expect((await root.post('add-role', data)).body).toMatchObject({ status: 'ok', data: 'Affected' });
  expect((await root.post('add-role', data)).body).toMatchObject({ status: 'error', code: 'duplicate' });
});

test('the draft of an administrator belongs to their organization, whichever one they ask for', async () => {
  expect((await draftOf(acme.admin, 'user', 'built-in')).data.owner).toBe('acme');
  expect((await draftOf(acme.admin, 'syncer', 'built-in')).data.organization).toBe('acme');
});

test('a caller who may not add an object gets no draft of it', async () => {
  expect(await draftOf(acme.admin, 'cert')).toMatchObject({ status: 'error', code: 'unauthorized' });
  expect(await draftOf(acme.user, 'role')).toMatchObject({ status: 'error', code: 'unauthorized' });
  expect(await draftOf(app.client(), 'role')).toMatchObject({ status: 'error', code: 'sign-in-first' });
});
