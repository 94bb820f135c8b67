import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
});
afterAll(() => app.stop());

const stored = (name: string) => app.store('application').find(app.db, 'admin', name);
const update = async (client: Client, name: string, body: unknown) =>
  (await client.post('update-application', body, { query: { id: `admin/${name}` } })).body;
const get = async (client: Client, name: string) =>
  (await client.get('get-application', { id: `admin/${name}` })).body.data;

test('35.28 an application without a grant type has the authorization code, when it is added and when it changes', async () => {
  const code = 'authorization_code';
  expect(
    await add(acme.admin, 'application', { name: 'grantless', organization: 'acme', grantTypes: [] }),
  ).toMatchObject({
    grantTypes: [code],
  });
  await update(acme.admin, 'grantless', { grantTypes: [code, 'refresh_token'] });
  await update(acme.admin, 'grantless', { grantTypes: [] });
  expect((await get(acme.admin, 'grantless')).grantTypes).toEqual([code]);
});

describe('Credentials', () => {
  test('are made if they are empty, and kept if a client sends them back empty or masked', async () => {
    const answer = await add(acme.admin, 'application', { name: 'fresh', organization: 'acme' });
    expect(answer.clientSecret).toBe('***');
    const before = await stored('fresh');
    expect(before?.clientId).toMatch(/^[0-9a-f]{20}$/);
    expect(before?.clientSecret).toMatch(/^[0-9a-f]{40}$/);
    for (const clientSecret of ['', '***', null]) await update(acme.admin, 'fresh', { clientSecret, clientId: '' });
    expect(await stored('fresh')).toMatchObject({ clientId: before?.clientId, clientSecret: before?.clientSecret });
    await update(acme.admin, 'fresh', { clientSecret: 'my own client secret' });
    expect((await stored('fresh'))?.clientSecret).toBe('my own client secret');
  });

  test('S12 administrators read the secret of one application at a time, and each read leaves a record', async () => {
    await add(acme.admin, 'application', {
      name: 'secretive',
      organization: 'acme',
      clientSecret: 'hush hush, do not tell',
    });
    expect((await get(acme.admin, 'secretive')).clientSecret).toBe('hush hush, do not tell');
    for (const client of [app.anonymous, acme.user, globex.admin])
      expect((await get(client, 'secretive')).clientSecret).toBe('');
    const list = (await acme.admin.get('get-applications', { owner: 'admin' })).text;
    expect(list).not.toContain('hush hush, do not tell');
    const records = await app.db('records').where({ action: 'get-application', object: 'application admin/secretive' });
    expect(records).toMatchObject([{ organization: 'acme', user: 'adam' }]);
  });

  test('S12 the mask is no valid secret, even if it is stored as one', async () => {
    const name = `copied-${randomUUID()}`;
    await add(acme.admin, 'application', {
      name,
      organization: 'acme',
      clientId: name,
      grantTypes: ['client_credentials'],
    });
    const applications = app.store('application');
    await applications.update(app.db, 'admin', name, { ...(await stored(name)), clientSecret: '***' });
    const client = app.client(basic(name, '***'));
    expect((await client.get('get-users', { owner: 'acme' })).body.code).toBe('sign-in-failed');
    const asked = new URLSearchParams({ grant_type: 'client_credentials' });
    expect((await client.post('/api/login/oauth/access_token', asked)).status).toBe(401);
  });

  test('a read with masks returns no secret and leaves no record', async () => {
    const name = `masked-${randomUUID()}`;
    await add(acme.admin, 'application', { name, organization: 'acme', clientSecret: 'hush hush, do not tell' });
    const { body } = await acme.admin.get('get-application', { id: `admin/${name}`, masked: 'true' });
    expect(body.data.clientSecret).toBe('***');
    expect(await app.db('records').where({ action: 'get-application', object: `application admin/${name}` })).toEqual(
      [],
    );
    await update(acme.admin, name, { ...body.data, displayName: 'Saved' });
    expect(await stored(name)).toMatchObject({ displayName: 'Saved', clientSecret: 'hush hush, do not tell' });
  });

  test('a client id that another application has is refused', async () => {
    await add(acme.admin, 'application', { name: 'first', organization: 'acme', clientId: 'the-id' });
    const { body } = await globex.admin.post('add-application', {
      name: 'second',
      organization: 'globex',
      clientId: 'the-id',
    });
    expect(body).toMatchObject({ code: 'not-unique', fields: [{ field: 'clientId' }] });
  });
});

test('S37 a public client cannot act for itself, because it has no secret', async () => {
  const name = randomUUID();
  const settings = { name, organization: 'acme', clientType: 'public', grantTypes: ['client_credentials'] };
  const refused = {
    code: 'invalid',
    fields: [{ field: 'grantTypes', message: expect.stringContaining('a public client has no secret') }],
  };
  expect((await acme.admin.post('add-application', settings)).body).toMatchObject(refused);
  for (const clientType of ['workload', 'confidential']) {
    await add(acme.admin, 'application', { ...settings, name: `${clientType}-${name}`, clientType });
    expect(await update(acme.admin, `${clientType}-${name}`, { clientType: 'public' })).toMatchObject(refused);
  }
});

test('a single read contains the public part of the organization and providers, and a list does not', async () => {
  await add(root, 'provider', {
    name: 'gh',
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'public',
    clientSecret: 'planted',
  });
  await root.post('update-organization', { masterPassword: 'master password' }, { query: { id: 'admin/acme' } });
  await add(root, 'application', { name: 'pages', organization: 'acme', providers: [{ name: 'gh' }] });
  const answer = await app.anonymous.get('get-application', { id: 'admin/pages' });
  expect(answer.body.data.organizationObj).toMatchObject({ name: 'acme', phonePrefix: '86', masterPassword: '' });
  expect(answer.body.data.providers).toMatchObject([{ name: 'gh', provider: { type: 'GitHub', clientId: 'public' } }]);
  expect(answer.text).not.toMatch(/planted|\$argon2/);
  const { data } = (await root.get('get-applications', { field: 'name', value: 'pages' })).body;
  expect(data).toMatchObject([{ organizationObj: null, providers: [{ name: 'gh', provider: null }] }]);
  // A client sends back the parts that the read added. They are not stored.
  expect((await update(root, 'pages', await get(root, 'pages'))).status).toBe('ok');
  expect((await stored('pages'))?.providers).not.toMatchObject([{ provider: expect.anything() }]);
});

test('S13 nobody reads the client id of a provider that only the server uses', async () => {
  const visited = { category: 'Captcha', type: 'hCaptcha', clientId: 'site-key' };
  const unvisited = [
    { category: 'Email', type: 'Default', clientId: 'postman@mail.example' },
    { category: 'SMS', type: 'Tencent Cloud SMS', clientId: 'AKID-texts', appId: 'sdk-app' },
    { category: 'Storage', type: 'AWS S3', clientId: 'AKIA-files', domain: 'https://bucket.example' },
  ];
  const names = [];
  for (const provider of [visited, ...unvisited])
    names.push((await add(root, 'provider', { name: `of-${provider.category}`, ...provider })).name);
  const sent = { name: 'served', organization: 'acme', providers: names.map((name) => ({ name })) };
  const { clientId } = await add(root, 'application', sent);
  for (const client of [app.anonymous, acme.user, globex.admin]) {
    const read = await client.get('get-application', { id: 'admin/served' });
    const asked = await client.get('get-app-login', { clientId: String(clientId) });
    for (const { text } of [read, asked]) {
      expect(text).toContain('site-key');
      expect(text).not.toMatch(/postman|AKI|sdk-app|bucket\.example/);
    }
  }
});

test('users see the applications of their organization, and strangers see none', async () => {
  const { body } = await acme.user.get('get-organization-applications', { owner: 'admin', organization: 'acme' });
  expect(body.data.map((each: { name: string }) => each.name)).toContain('app-acme');
  expect(body.data[0]).toMatchObject({ clientSecret: '', redirectUris: [] });
  expect((await acme.user.get('get-organization-applications', { organization: 'globex' })).body.code).toBe(
    'unauthorized',
  );
  expect((await app.anonymous.get('get-organization-applications')).body.code).toBe('sign-in-first');
});

test('S13 searching or sorting tells nobody the hidden fields of applications', async () => {
  const ask = async (client: Client, query: Record<string, string>) =>
    (await client.get('get-organization-applications', query)).body;
  for (const field of ['redirectUris', 'grantTypes', 'cert', 'workload']) {
    const query = { field, value: 'x' };
    expect(await ask(acme.user, query)).toMatchObject({ code: 'unknown-column' });
    expect(await ask(acme.admin, query)).toMatchObject({ status: 'ok' });
  }
  // A column of the list that members do not see.
  const sorted = { sortField: 'apiAccess', sortOrder: 'ascend' };
  expect(await ask(acme.user, sorted)).toMatchObject({ code: 'unknown-column' });
  expect(await ask(acme.admin, sorted)).toMatchObject({ status: 'ok' });
  expect(await ask(acme.user, { field: 'name', value: 'app-acme' })).toMatchObject({ status: 'ok', data2: 1 });
});

test.each(['https://app.example/callback', 'http://localhost:9000/callback', 'com.example.app:/callback'])(
  '%s can be a redirect address',
  async (uri) => {
    expect(await update(acme.admin, 'app-acme', { redirectUris: [uri] })).toMatchObject({ status: 'ok' });
  },
);

test.each([
  'https://app.example/#there',
  'https://*.example/callback',
  'https://user:pass@app.example/',
  'https://app.example\\@evil.example/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  '/callback',
  'https://app.example/a b',
])('%s cannot be a redirect address', async (uri) => {
  const before = await stored('app-acme');
  expect(await update(acme.admin, 'app-acme', { redirectUris: [uri] })).toMatchObject({
    code: 'invalid',
    fields: [{ field: 'redirectUris[0]' }],
  });
  expect(await stored('app-acme')).toEqual(before);
});

test.each(['clientId', 'clientSecret'])('%s has only characters that every client can send', async (field) => {
  for (const value of ['Zürich', 'a\tb', 'a\u007f'])
    expect(await update(acme.admin, 'app-acme', { [field]: value })).toMatchObject({
      code: 'invalid',
      fields: [{ field }],
    });
  expect(await update(acme.admin, 'app-acme', { [field]: 'a b+c:d%20 and e/f' })).toMatchObject({ status: 'ok' });
});

test('S15 the built-in application is neither deleted nor renamed', async () => {
  expect((await root.post('delete-application', { owner: 'admin', name: 'app-built-in' })).body.code).toBe('built-in');
  expect(await update(root, 'app-built-in', { name: 'mine' })).toMatchObject({ code: 'built-in' });
});

test('35.27 `get-applications` with `owner` and `organization` answers administrators and members, and nobody else', async () => {
  const asked = (organization: string) => ({ owner: 'admin', organization });
  const list = async (client: Client, organization = 'acme') =>
    (await client.get('get-applications', asked(organization))).body;
  const credentials = { clientId: `asking-${randomUUID()}`, clientSecret: 'a secret of the asking one' };
  await add(acme.admin, 'application', { name: credentials.clientId, organization: 'acme', ...credentials });
  const asking = app.client(basic(credentials.clientId, credentials.clientSecret));
  for (const [who, client] of Object.entries({ root, admin: acme.admin, user: acme.user, asking })) {
    const { status, data, data2, msg } = await list(client);
    expect([status, msg], who).toEqual(['ok', '']);
    expect(data).toContainEqual(expect.objectContaining({ name: 'app-acme', organization: 'acme' }));
    expect(data.every(({ organization }: { organization: string }) => organization === 'acme')).toBe(true);
    expect(data2).toBe(data.length);
  }
  const [{ clientSecret, cert }] = (await list(acme.user)).data;
  expect([clientSecret, cert]).toEqual(['', '']);
  expect((await list(acme.user, 'globex')).code).toBe('unauthorized');
  expect((await list(app.anonymous)).code).toBe('sign-in-first');
  expect((await acme.user.get('get-applications', { owner: 'admin' })).body.code).toBe('unauthorized');
  const hidden = { ...asked('acme'), field: 'cert', value: 'cert' };
  expect((await acme.user.get('get-applications', hidden)).body.code).toBe('unknown-column');
});
