import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { countryFile } from '../../harness/country-file.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  ({ app, root, acme } = await startTenants({
    DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8',
    DOORWRIGHT_COUNTRY_DATABASE: countryFile({ '198.51.100.0/24': 'DE' }),
  }));
});
afterAll(() => app.stop());

/** The record of a request, as an administrator reads it. */
async function recordOf(requestId: string | null) {
  const { body } = await root.get('get-records', { p: 1, pageSize: 10, field: 'requestId', value: String(requestId) });
  expect(body.data).toHaveLength(1);
  return body.data[0];
}

const idOf = ({ headers }: { headers: Headers }) => headers.get('X-Request-Id');

describe('a record tells', () => {
  test('which fields a change concerns, with their values before and after', async () => {
    await add(root, 'role', { owner: 'acme', name: 'support', displayName: 'Support' });
    const query = { id: 'acme/support' };
    const changed = await acme.admin.post('update-role', { displayName: 'Help', users: ['acme/alice'] }, { query });
    expect(await recordOf(idOf(changed))).toMatchObject({
      action: 'update-role',
      object: 'role acme/support',
      user: 'adam',
      changes: expect.arrayContaining([
        { field: 'displayName', before: 'Support', after: 'Help' },
        { field: 'users', before: '[]', after: '["acme/alice"]' },
      ]),
    });
  });

  test('S12 that a secret changed, and never the secret', async () => {
    const hush = (text: string) => ({ headers: [{ name: 'X-Key', value: `hush-${text}` }] });
    const webhook = {
      owner: 'admin',
      name: 'pushes',
      organization: 'acme',
      url: 'https://hooks.example/',
    };
    await add(root, 'webhook', { ...webhook, ...hush('two') });
    const changed = await root.post('update-webhook', hush('three'), { query: { id: 'admin/pushes' } });
    const { changes } = await recordOf(idOf(changed));
    expect(changes.map(({ field }: { field: string }) => field)).toEqual(['headers']);
    // Some people write a password into an address.
    const withPassword = async (websiteUrl: string) =>
      root.post('update-organization', { websiteUrl }, { query: { id: 'admin/acme' } });
    await withPassword('https://joe:hush-one@acme.example/');
    const address = await recordOf(idOf(await withPassword('https://joe:hush-four@acme.example/')));
    expect(address.changes).toEqual([
      { field: 'websiteUrl', before: 'https://***@acme.example/', after: 'https://***@acme.example/' },
    ]);
    expect(JSON.stringify(await app.db('records'))).not.toContain('hush');
  });

  test('only the beginning of a long value', async () => {
    const query = { id: 'admin/app-acme' };
    const signinHtml = `<p>${'x'.repeat(2000)}</p>`;
    const changed = await root.post('update-application', { signinHtml }, { query });
    const [{ after }] = (await recordOf(idOf(changed))).changes;
    expect(after).toHaveLength(301);
  });

  test('its request, address, country and device', async () => {
    const headers = { 'User-Agent': firefox, 'X-Forwarded-For': '198.51.100.7' };
    const query = { id: 'acme/alice' };
    const changed = await acme.admin.post('update-user', { displayName: 'Alice' }, { query, headers });
    expect(await recordOf(idOf(changed))).toMatchObject({
      clientIp: '198.51.100.7',
      country: 'DE',
      device: 'Firefox, Linux',
    });
  });

  test('the session of a sign-in and of what follows, by the digest of the list of sessions', async () => {
    const client = app.client();
    const form = { application: 'app-acme', organization: 'acme', username: 'alice', password, type: 'login' };
    const signedIn = await recordOf(idOf(await client.post('login', form)));
    const { data } = (await client.get('get-account-sessions')).body;
    const own = data.find(({ isThis }: { isThis: boolean }) => isThis).id;
    expect(signedIn).toMatchObject({ application: 'admin/app-acme', user: 'alice', sessionId: own });
    const left = await client.post('logout');
    expect(await recordOf(idOf(left))).toMatchObject({ action: 'logout', sessionId: own });
    expect(JSON.stringify(await app.db('records'))).not.toContain([...client.cookies.values()][0] ?? '(no cookie)');
  });

  test('the application whose credentials were used', async () => {
    const changed = await acme.application.post(
      'update-user',
      { displayName: 'By a program' },
      { query: { id: 'acme/alice' } },
    );
    expect(await recordOf(idOf(changed))).toMatchObject({ user: 'app/app-acme', application: 'admin/app-acme' });
  });

  test('the resource that the operator acts for', async () => {
    const operator = createOperator(app.url);
    const name = `shop-${randomUUID().slice(0, 8)}`;
    const fields = { organization: 'acme', displayName: 'Shop' };
    await operator.put(`application/admin/${name}`, { uid: name, fields });
    await operator.put(`application/admin/${name}`, { uid: name, fields: { ...fields, displayName: 'Store' } });
    const rows = await app
      .db('records')
      .where({ object: `application admin/${name}` })
      .orderBy('created_time');
    expect(rows).toMatchObject([
      { user: 'operator/local', resource: `applications.doorwright.dev shop/${name}`, changes: [] },
      {
        resource: `applications.doorwright.dev shop/${name}`,
        changes: [{ field: 'displayName', before: 'Shop', after: 'Store' }],
      },
    ]);
  });

  test('that somebody read a client secret', async () => {
    const read = await acme.admin.get('get-application', { id: 'admin/app-acme' });
    expect(await recordOf(idOf(read))).toMatchObject({
      action: 'get-application',
      object: 'application admin/app-acme',
    });
  });
});
