import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { send } from '../files/world.ts';

let mail: MailServer;
let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;

const change = async (kind: string, name: string, fields: object, client = root) =>
  (await client.post(`update-${kind}`, fields, { query: { id: `admin/${name}` } })).body;
const open = (name: string, fields: object) => change('provider', name, fields);
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
/** The answer for a missing object, with the name of the provider. */
const asIf = (answer: object) => JSON.parse(JSON.stringify(answer).replaceAll('nope', 'post'));
const letter = { title: 'Hello', content: 'Hi', sender: 'Security', receivers: ['ann@example.com'] };

beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: 'globex=127.0.0.0/8' } });
  root = await app.admin();
  [acme, globex] = [await createTenant(app, root, 'acme'), await createTenant(app, root, 'globex')];
  const named = { audience: 'named', organizations: ['globex'] };
  await add(root, 'provider', { ...mailProvider('post', mail), ...named });
  await add(root, 'provider', { name: 'disk', category: 'Storage', type: 'Local File System', ...named });
  await add(root, 'provider', { name: 'puzzle', category: 'Captcha', type: 'Default', ...named });
  await add(root, 'provider', { name: 'open', category: 'OAuth', type: 'GitHub', clientId: 'public' });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

describe('17.6 a provider for some organizations', () => {
  const private_ = ['post', 'disk', 'puzzle'];
  // Both applications referred to them while they were for both.
  beforeEach(async () => {
    for (const name of private_) await open(name, { organizations: ['acme', 'globex'] });
    for (const [name, admin] of Object.entries({ acme: acme.admin, globex: globex.admin })) {
      const providers = [...private_, 'open'].map((each) => ({ name: each }));
      expect(await change('application', `app-${name}`, { providers }, admin)).toMatchObject({ status: 'ok' });
    }
    for (const name of private_) await open(name, { organizations: ['globex'] });
  });

  test('17.6 does not exist for administrators and applications of others, by list, search or name', async () => {
    for (const client of [acme.admin, acme.application]) {
      const all = names((await client.get('get-providers')).body.data);
      expect(all).toContain('open');
      expect(all.filter((name) => private_.includes(name))).toEqual([]);
      const found = await client.get('get-providers', { p: 1, pageSize: 9, field: 'name', value: 'post' });
      expect(found.body).toMatchObject({ data: [], data2: 0 });
      const [theirs, none] = [
        await client.get('get-provider', { id: 'admin/post' }),
        await client.get('get-provider', { id: 'admin/nope' }),
      ];
      expect(theirs.body).toEqual(asIf(none.body));
    }
    expect(names((await globex.admin.get('get-providers')).body.data)).toEqual(expect.arrayContaining(private_));
  });

  test('17.6 does not tell its users who else uses it', async () => {
    await open('post', { organizations: ['acme', 'globex'] });
    expect((await acme.admin.get('get-provider', { id: 'admin/post' })).body.data.organizations).toEqual(['acme']);
    const search = { p: 1, pageSize: 9, field: 'organizations', value: 'globex' };
    expect((await acme.admin.get('get-providers', search)).body.code).toBe('unknown-column');
    expect((await root.get('get-provider', { id: 'admin/post' })).body.data.organizations).toHaveLength(2);
  });

  test('17.6 cannot be used by applications of others, as if it did not exist', async () => {
    const one = { organization: 'acme', cert: 'cert-built-in', displayName: 'Other' };
    const asked = (provider: string, client = acme.admin) =>
      client.post('add-application', { ...one, name: `other-${provider}`, providers: [{ name: provider }] });
    const [theirs, none] = [(await asked('post')).body, (await asked('nope')).body];
    expect(theirs).toEqual(asIf(none));
    expect(theirs.code).toBe('unknown-reference');
    // A global administrator gets the reason.
    expect((await asked('post', root)).body.msg).toContain('post is not available to the organization acme');
    expect((await asked('open')).body.status).toBe('ok');
    // An application that moves loses its providers.
    await add(root, 'application', { ...one, name: 'mover', organization: 'globex', providers: [{ name: 'post' }] });
    expect(await change('application', 'mover', { organization: 'acme' })).toMatchObject({ code: 'unknown-reference' });
  });

  test('17.6 sends no mail, stores no file and shows no captcha for others', async () => {
    for (const provider of ['post', '']) {
      const before = mail.received.length;
      expect((await acme.admin.post('send-email', { ...letter, provider })).body.code).toBe('email-provider-missing');
      expect(mail.received.length).toBe(before);
      expect((await globex.admin.post('send-email', { ...letter, provider })).body.status).toBe('ok');
    }
    const path = (owner: string, user = 'adam') => ({ path: `resource/${owner}/${user}/a.txt`, content: 'a' });
    expect((await send(acme.admin, { ...path('acme'), query: { provider: 'disk' } })).body.code).toBe('not-found');
    expect((await send(acme.user, path('acme', 'alice'))).body.code).toBe('storage-provider-missing');
    expect((await send(globex.admin, { ...path('globex'), query: { provider: 'disk' } })).body.status).toBe('ok');
    const captcha = async (client: Client, applicationId: string, more = {}) =>
      (await client.get('get-captcha', { applicationId, ...more })).body;
    const trial = { isCurrentProvider: 'true' };
    expect((await captcha(app.anonymous, 'admin/app-acme')).data.type).toBe('none');
    expect((await captcha(app.anonymous, 'admin/app-globex')).data.type).toBe('Default');
    expect((await captcha(acme.admin, 'admin/puzzle', trial)).code).toBe('not-found');
    expect((await captcha(globex.admin, 'admin/puzzle', trial)).status).toBe('ok');
  });

  test('17.6 is not on the sign-in pages of others', async () => {
    const shown = async (name: string) => {
      const { data } = (await app.anonymous.get('get-application', { id: `admin/app-${name}` })).body;
      return names(data.providers.map(({ provider }: { provider: unknown }) => provider).filter(Boolean)).toSorted();
    };
    expect(await shown('acme')).toEqual(['open']);
    expect(await shown('globex')).toEqual(['disk', 'open', 'post', 'puzzle']);
  });
});

test('17.6 a renamed organization keeps its providers, and one that is deleted leaves the audience', async () => {
  await add(root, 'organization', { name: 'short', displayName: 'Short' });
  await open('open', { audience: 'named', organizations: ['globex', 'short'] });
  const organizations = async () => (await root.get('get-provider', { id: 'admin/open' })).body.data.organizations;
  await change('organization', 'short', { name: 'long' });
  expect(await organizations()).toEqual(['globex', 'long']);
  await root.post('delete-organization', { owner: 'admin', name: 'long' });
  expect(await organizations()).toEqual(['globex']);
  expect((await open('open', { organizations: ['nowhere'] })).code).toBe('unknown-reference');
});

test('17.16 a provider that does not work at this place is refused', async () => {
  const product = { name: 'book', displayName: 'Book' };
  const { code, msg } = (await root.post('add-product', { ...product, providers: ['disk'] })).body;
  expect({ code, msg }).toEqual({
    code: 'unknown-reference',
    msg: expect.stringContaining('disk is not in the category Payment'),
  });
  await add(root, 'provider', { name: 'till', category: 'Payment', type: 'PayPal' });
  expect((await root.post('add-product', { ...product, providers: ['till'] })).body.status).toBe('ok');
});
