import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

interface Tried {
  root: Client;
  /** As an application of acme and as one of the platform, with their secrets. */
  asApplication: Client;
  asPlatform: Client;
  /** Name of the first. */
  application: string;
}

const organization = 'acme';
const fresh = () => `typed-${randomUUID()}`;

async function changed(client: Client, kind: string, sent: object, id: string) {
  const { body } = await client.post(`update-${kind}`, sent, { query: { id } });
  expect(body).toMatchObject({ data: 'Affected' });
}

/**
 * The requests of casdoor-go-sdk, casdoor-java-sdk and casdoor (Python), byte by byte, with all fields of an object.
 */
export const triesTypedLanguages = (tried: () => Tried) =>
  describe('requests of libraries of typed languages', () => {
    let root: Client;
    let asApplication: Client;
    let asPlatform: Client;
    let application: string;
    beforeAll(() => {
      ({ root, asApplication, asPlatform, application } = tried());
    });

    test('an empty text and 0 for a field that has neither mean the default in a new object', async () => {
      const name = fresh();
      const of = { owner: 'acme', name, displayName: 'Typed', createdTime: '', users: null };
      const group = await add(asApplication, 'group', { ...of, type: '', parentId: '', isTopGroup: false });
      expect(group).toMatchObject({ type: 'Virtual', users: [] });
      const permission = await add(asApplication, 'permission', { ...of, effect: '', resourceType: '', actions: null });
      expect(permission).toMatchObject({ effect: 'Allow', resourceType: 'Application' });
      const made = { owner: 'built-in', name, displayName: 'Typed', createdTime: '' };
      const cert = { scope: '', type: '', cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 0, certificate: '' };
      expect(await add(asPlatform, 'cert', { ...made, ...cert })).toMatchObject({ scope: 'JWT', expireInYears: 20 });
      const organization = {
        ...made,
        owner: 'admin',
        passwordType: '',
        tags: null,
        accountItems: null,
        themeData: null,
      };
      expect(await add(asPlatform, 'organization', organization)).toMatchObject({ passwordType: 'argon2id' });
    });

    test('… also in the entries of lists, where a list of one empty text is empty', async () => {
      const name = fresh();
      const provider = { owner: '', name: 'provider_disk', canSignIn: true, alertType: '', rule: '', provider: null };
      const item = { name: 'Username', visible: true, required: true, type: '', options: null, rule: '' };
      const empty = { clientId: '', clientSecret: '', tokenFormat: '', grantTypes: [''], redirectUris: [''] };
      const sent = { owner: 'admin', name, organization, providers: [provider], signupItems: [item], ...empty };
      const added = await add(asApplication, 'application', sent);
      expect(added).toMatchObject({
        providers: [expect.objectContaining({ name: 'provider_disk', alertType: 'None' })],
        signupItems: [expect.objectContaining({ name: 'Username', rule: 'None' })],
        tokenFormat: 'JWT',
        grantTypes: ['authorization_code'],
        redirectUris: [],
      });
      const columns = [{ name: 'id', type: '', casdoorName: 'Id', isKey: true, isHashed: false, values: null }];
      const syncer = { owner: 'acme', name, organization, type: '', databaseType: '', tableColumns: columns };
      expect(await add(asApplication, 'syncer', syncer)).toMatchObject({
        type: 'Database',
        tableColumns: [expect.objectContaining({ name: 'id', type: 'string' })],
      });
    });

    test('35.36 a mapping of a provider is an object of texts, and `data2` of a write holds an object only if a client asks for it', async () => {
      const name = fresh();
      const service = { owner: 'admin', name, category: 'OAuth', type: 'Custom' };
      const userMapping = { id: 'person.number', email: 'mail' };
      const asLibrary = { headers: { Prefer: '' } };
      const added = await asPlatform.post('add-provider', { ...service, userMapping }, asLibrary);
      expect(added.body).toMatchObject({ status: 'ok', data: 'Affected', data2: null });
      const read = async () => (await asPlatform.get('get-provider', { id: `admin/${name}` })).body.data;
      expect(await read()).toMatchObject({ userMapping });
      const { data: rows } = (await asPlatform.get('get-providers', { owner: 'admin', p: 1, pageSize: 100 })).body;
      expect(rows).toContainEqual(expect.objectContaining({ name, userMapping }));
      const id = { query: { id: `admin/${name}` } };
      const sent = { ...(await read()), userMapping: null, displayName: 'Changed' };
      const kept = await asPlatform.post('update-provider', sent, { ...id, ...asLibrary });
      expect(kept.body).toMatchObject({ status: 'ok', data2: null });
      expect(await read()).toMatchObject({ userMapping: {}, displayName: 'Changed' });
      const asList = await asPlatform.post('update-provider', { userMapping: [{ field: 'bio', claim: 'me' }] }, id);
      expect(asList.body).toMatchObject({ data2: { name, userMapping: { bio: 'me' } } });
      const wrong = await asPlatform.post('update-provider', { userMapping: { password: 'x', bio: 4 } }, id);
      expect(wrong.body).toMatchObject({ code: 'invalid' });
      const enforcer = await asApplication.post('add-enforcer', { owner: organization, name }, asLibrary);
      expect(enforcer.body).toMatchObject({ data: 'Affected', data2: null });
    });

    test('35.28 a port and a lifetime may be texts of digits', async () => {
      const name = fresh();
      const syncer = { owner: 'admin', name, organization };
      expect(await add(asApplication, 'syncer', { ...syncer, port: '5433' })).toMatchObject({ port: 5433 });
      const id = { query: { id: `admin/${name}` } };
      expect((await asApplication.post('update-syncer', { port: ' 5434 ' }, id)).body).toMatchObject({
        data2: { port: 5434 },
      });
      for (const port of ['54x', '-1', '99999', '1e3', '0x10'])
        expect((await asApplication.post('update-syncer', { port }, id)).body, port).toMatchObject({ code: 'invalid' });
      const { body } = await asApplication.post('update-syncer', { syncInterval: '60' }, id);
      expect(body).toMatchObject({ code: 'invalid' });
    });

    test('… and keep the value in a change', async () => {
      const name = fresh();
      await add(asPlatform, 'provider', { name, category: 'Captcha', type: 'Default' });
      await changed(
        asPlatform,
        'provider',
        { name, displayName: 'Java', category: null, type: null },
        `built-in/${name}`,
      );
      await changed(asPlatform, 'provider', { name, title: 'Go', category: '', type: '' }, `admin/${name}`);
      const { data } = (await asPlatform.get('get-provider', { id: `built-in/${name}` })).body;
      expect(data).toMatchObject({ displayName: 'Java', title: 'Go', category: 'Captcha', type: 'Default' });
    });

    test('a deletion has the object in its body, and beside it the id', async () => {
      for (const owner of ['admin', '', 'null', 'acme']) {
        const name = fresh();
        await add(asApplication, 'syncer', { name, organization });
        const sent = { owner: 'acme', name, organization, port: 3306, tableColumns: null };
        const answer = await asApplication.post('delete-syncer', sent, { query: { id: `${owner}/${name}` } });
        expect(answer.body).toMatchObject({ status: 'ok', data: 'Affected' });
      }
    });

    test('names of organizations, all certs, and permissions of a role have lists of their own', async () => {
      const [own, all] = [asApplication, asPlatform];
      const names = async (client: Client) => (await client.get('get-organization-names', { owner: 'acme' })).body.data;
      const acme = { owner: 'admin', name: 'acme', displayName: 'Acme' };
      expect(await names(own)).toEqual([acme]);
      expect(await names(all)).toContainEqual(acme);
      for (const path of ['get-global-certs', 'get-globle-certs'])
        expect((await all.get(path)).body.data).toContainEqual(expect.objectContaining({ name: 'cert-built-in' }));
      const name = fresh();
      await add(own, 'role', { owner: 'acme', name });
      for (const roles of [[], [`acme/${name}`]])
        await add(own, 'permission', { owner: 'acme', name: `${name}-${roles.length}`, roles });
      expect((await own.get('get-permissions-by-role', { id: `acme/${name}` })).body.data).toEqual([
        expect.objectContaining({ name: `${name}-1`, roles: [`acme/${name}`] }),
      ]);
      expect((await own.get('get-permissions-by-role', { id: 'built-in/any' })).body.code).toBe('unauthorized');
    });

    test('records have numbers as ids, and can be read by name', async () => {
      const records = (await asApplication.get('get-records', { owner: 'acme', p: 1, pageSize: 5 })).body.data;
      expect(records.length).toBeGreaterThan(1);
      const ids = records.map(({ id }: { id: unknown }) => id);
      expect(ids.every((id: unknown) => Number.isInteger(id) && Number(id) > 0)).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
      const one = await asApplication.get('get-record', { id: `acme/${records[0].name}` });
      expect(one.body.data).toEqual(records[0]);
      const found = await asApplication.get('get-records', { p: 1, pageSize: 5, field: 'id', value: String(ids[0]) });
      expect(found.body.data).toContainEqual(records[0]);
    });

    test('17.18 an application reads null of a missing object, and of another’s where ids name no organization', async () => {
      const read = async (path: string, query: Record<string, string>) => (await asApplication.get(path, query)).body;
      const nothing = { status: 'ok', data: null };
      const missing = { status: 'error', code: 'not-found', data: null };
      for (const kind of ['user', 'role', 'group', 'permission', 'enforcer'])
        expect(await read(`get-${kind}`, { id: 'acme/nobody' }), kind).toMatchObject(nothing);
      for (const by of [{ email: 'nobody@acme.example' }, { phone: '13800000000' }, { userId: 'nobody' }])
        expect(await read('get-user', { owner: 'acme', ...by })).toMatchObject(nothing);
      for (const kind of ['provider', 'cert'])
        expect(await read(`get-${kind}`, { id: 'acme/nothing' }), kind).toMatchObject(nothing);
      expect(await read('get-session', { sessionPkId: `acme/nobody/${application}` })).toMatchObject(nothing);
      const name = fresh();
      for (const kind of ['syncer', 'webhook', 'payment']) {
        await add(asPlatform, kind, { name, organization: 'built-in', user: 'admin', url: 'https://hooks.example/' });
        const none = await read(`get-${kind}`, { id: 'admin/nothing' });
        expect(none, kind).toMatchObject(nothing);
        expect(await read(`get-${kind}`, { id: `admin/${name}` }), kind).toEqual(none);
        expect((await root.get(`get-${kind}`, { id: 'admin/nothing' })).body, kind).toMatchObject(missing);
      }
      for (const kind of ['application', 'token'])
        expect(await read(`get-${kind}`, { id: 'admin/nothing' }), kind).toMatchObject(nothing);
      expect(await read('get-organization', { id: 'admin/nothing' })).toMatchObject(missing);
      expect(await read('get-user', { id: 'globex/nobody' })).toMatchObject(missing);
      expect(await read('get-role', { id: 'globex/nobody' })).toMatchObject({ code: 'unauthorized' });
      const ofPlatform = await asPlatform.get('get-application', { id: 'admin/nothing' });
      expect(ofPlatform.body).toMatchObject(nothing);
      expect((await root.get('get-user', { id: 'acme/nobody' })).body).toMatchObject(missing);
    });

    test('17.18 a deletion of a missing object is no failure for the organization’s application, and refused to all others', async () => {
      const name = fresh();
      const remove = async (client: Client, kind: string, owner: string) =>
        (await client.post(`delete-${kind}`, { owner, name })).body;
      const unaffected = { status: 'ok', data: 'Unaffected' };
      for (const kind of ['user', 'role', 'resource'])
        expect(await remove(asApplication, kind, 'acme'), kind).toMatchObject(unaffected);
      const { data: records } = (await root.get('get-records', { owner: 'acme', pageSize: '100', p: '1' })).body;
      expect(records).toContainEqual(
        expect.objectContaining({ object: `user acme/${name}`, action: 'delete-user', reason: 'not-found' }),
      );
      expect(await remove(root, 'user', 'acme')).toMatchObject({ code: 'not-found' });
      expect(await remove(asApplication, 'role', 'built-in')).toMatchObject({ code: 'unauthorized' });
      expect(await remove(asApplication, 'resource', 'built-in')).toMatchObject({ code: 'unauthorized' });
      await add(asPlatform, 'syncer', { name, organization: 'built-in' });
      expect(await remove(asApplication, 'syncer', 'admin')).toMatchObject({ code: 'not-found' });
      expect((await root.get('get-syncer', { id: `admin/${name}` })).body.data).toMatchObject({ name });
    });

    test('17.18 a list of one `null` is empty, and an application finds users of its organization without naming it', async () => {
      const name = fresh();
      const syncer = { owner: 'admin', name, organization, databaseType: 'mysql', tableColumns: [null] };
      expect(await add(asApplication, 'syncer', syncer)).toMatchObject({ tableColumns: [] });
      expect((await asApplication.post('add-role', { owner: 'acme', name, users: [null, null] })).body.code).toBe(
        'invalid',
      );
      const email = `${name}@acme.example`;
      await add(asApplication, 'user', { owner: 'acme', name, displayName: 'Typed', email });
      expect((await asApplication.get('get-user', { email })).body.data).toMatchObject({ owner: 'acme', name });
      expect((await asPlatform.get('get-user', { email })).body.data).toBeNull();
      expect((await root.get('get-user', { email })).body.code).toBe('missing-parameter');
    });

    test('an application of the platform adds a payment, and one of the organization lists it', async () => {
      const name = fresh();
      const sent = { owner: 'admin', organization: 'acme', name, user: 'alice', price: 0, state: '' };
      expect(await add(asPlatform, 'payment', sent)).toMatchObject({ owner: 'admin', organization: 'acme' });
      const query = { owner: 'acme', organization: 'acme', user: 'alice' };
      const { data } = (await asApplication.get('get-user-payments', query)).body;
      expect(data).toContainEqual(expect.objectContaining({ name }));
    });

    test('17.18 `admin` as the owner means the organization of the application, and no other', async () => {
      const name = fresh();
      const sent = { owner: 'admin', name, displayName: 'Typed' };
      expect((await asApplication.post('add-role', sent, { query: { id: `admin/${name}` } })).body).toMatchObject({
        data: 'Affected',
      });
      expect((await root.get('get-role', { id: `acme/${name}` })).body.data).toMatchObject({ owner: 'acme' });
      await changed(asApplication, 'role', { ...sent, displayName: 'Changed' }, `admin/${name}`);
      const { data } = (await asApplication.get('get-role', { id: `acme/${name}` })).body;
      expect(data).toMatchObject({ owner: 'acme', displayName: 'Changed' });
      expect((await root.post('add-role', { ...sent, name: fresh() })).body.code).toBe('unknown-reference');
    });

    test('columns have either spelling, and a field that a form leaves out is null', async () => {
      for (const sortField of ['created_time', 'createdTime']) {
        const query = {
          owner: 'acme',
          p: 1,
          pageSize: 2,
          field: 'display_name',
          value: 'Alice',
          sortField,
          sortOrder: 'descend',
        };
        expect((await asApplication.get('get-users', query)).body.data).toEqual([
          expect.objectContaining({ name: 'alice' }),
        ]);
      }
      const sms = { organizationId: null, content: '4711', receivers: ['13912345678'] };
      expect((await asApplication.post('send-sms', sms)).body).toMatchObject({ status: 'ok' });
      const session = { owner: 'acme', name: 'nobody', application: application, createdTime: '', sessionId: null };
      expect((await asApplication.post('delete-session', session)).body).toMatchObject({ code: 'not-found' });
    });
  });
