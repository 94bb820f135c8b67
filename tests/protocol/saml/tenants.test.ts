import { ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../declared/operator.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { acs, createSamlWorld, entityId, formIn, pageFor, registered, type SamlWorld } from './world.ts';

let world: SamlWorld;
let globex: Tenant;
let operator: Operator;
beforeAll(async () => {
  world = await createSamlWorld();
  globex = await createTenant(world.app, world.root, 'globex');
  await add(world.root, 'user', { owner: 'acme', name: 'adam', isAdmin: true, password });
  operator = createOperator(world.app.url);
});
afterAll(() => world.app.stop());
beforeEach(() => world.serviceProvider({}));

const saml = (own: Record<string, unknown> = {}) => ({ samlServiceProviders: [registered(own)] });
const ours = { entityId: 'https://globex.example/sp', acsUrls: ['https://globex.example/acs'] };
const held = (field: string, code: string) => ({
  code: 'invalid',
  fields: [{ field, message: expect.stringContaining(code) }],
});
const named = held('name', 'stays with the organization that used the name');
const ofOther = (field: string) => held(`samlServiceProviders[0].${field}`, 'another organization has registered');
const removed = async (name: string) =>
  expect((await world.root.post('delete-application', { owner: 'admin', name })).body.status).toBe('ok');
const made = (name: string, own: Record<string, unknown> = {}) =>
  globex.admin.post('add-application', { name, organization: 'globex', ...own });
const updated = async (name: string, body: object) =>
  (await world.root.post('update-application', body, { query: { id: `admin/${name}` } })).body;

describe('S9 35.1 no organization takes the place of another at a SAML service:', () => {
  test('a name that was an entity id or an address of CAS is never another organization’s', async () => {
    await world.application('gone', {
      ...saml({ entityId: 'https://one.example', acsUrls: ['https://one.example/acs'] }),
    } as never);
    await world.application('gone-cas', { casServices: ['https://cas.example/*'] });
    await world.application(
      'before',
      saml({ entityId: 'https://two.example', acsUrls: ['https://two.example/acs'] }) as never,
    );
    await world.application('plain');
    expect(await updated('before', { name: 'after', samlServiceProviders: [] })).toMatchObject({ status: 'ok' });
    for (const name of ['gone', 'gone-cas', 'plain']) await removed(name);
    for (const name of ['gone', 'gone-cas', 'before']) {
      expect((await made(name)).body).toMatchObject(named);
      expect(await updated('app-globex', { name })).toMatchObject(named);
      const declared = await operator.put(`application/admin/${name}`, {
        ...{ uid: `u-${name}`, fields: { organization: 'globex' } },
      });
      expect(declared).toMatchObject({ status: 422, body: { fields: [{ field: 'name' }] } });
    }
    // A name that no service could know is free, and the organization itself has its names again.
    expect((await made('plain')).body.status).toBe('ok');
    await world.application('gone', { displayName: 'Again' });
    expect(await updated('gone', { organization: 'globex' })).toMatchObject(
      held('organization', 'stays with the organization'),
    );
    expect(await updated('plain', { organization: 'acme' })).toMatchObject({ status: 'ok' });
  });

  test('a restored organization has its names, and a later one of the same name has neither them nor its key', async () => {
    await add(world.root, 'organization', { name: 'past' });
    const known = {
      organization: 'past',
      ...saml({ entityId: 'https://past.example', acsUrls: ['https://past.example/acs'] }),
    };
    await add(world.root, 'application', { name: 'past-shop', ...known });
    const certificate = await world.certificateOf('past-shop');
    const end = async () => {
      await removed('past-shop');
      const { body } = await world.root.post('delete-organization', { owner: 'admin', name: 'past' });
      expect(body.status).toBe('ok');
    };
    await end();
    expect((await operator.post('organization/admin/past/undelete')).status).toBe(200);
    await add(world.root, 'application', { name: 'past-shop', ...known });
    expect(await world.certificateOf('past-shop')).toBe(certificate);
    await end();
    await add(world.root, 'organization', { name: 'past' });
    const again = await world.root.post('add-application', { name: 'past-shop', ...known });
    expect(again.body).toMatchObject(named);
    await add(world.root, 'application', { ...known, name: 'past-new' });
    expect(await world.certificateOf('past-new')).not.toBe(certificate);
  });

  test('a resource that is applied again has its name, also in an organization that is applied again', async () => {
    const fields = {
      organization: 'declared',
      ...saml({ entityId: 'https://d.example', acsUrls: ['https://d.example/acs'] }),
    };
    const apply = (uid: string, own: object = {}) =>
      operator.put('application/admin/declared-shop', { uid, fields, ...own });
    await operator.put('organization/admin/declared', { uid: 'u-organization' });
    expect((await apply('u-1')).body.outcome).toBe('created');
    await operator.remove('application/admin/declared-shop', 'u-1', 'Delete');
    await operator.remove('organization/admin/declared', 'u-organization', 'Delete');
    await operator.put('organization/admin/declared', { uid: 'u-organization-2' });
    expect((await apply('u-2', { namespace: 'elsewhere' })).status).toBe(422);
    expect((await apply('u-3')).body.outcome).toBe('created');
    // A renamed organization keeps what is its own.
    const renaming = { name: 'renamed' };
    await operator.remove('application/admin/declared-shop', 'u-3', 'Orphan');
    await operator.remove('organization/admin/declared', 'u-organization-2', 'Orphan');
    await world.root.post('update-organization', renaming, { query: { id: 'admin/declared' } });
    await removed('declared-shop');
    const { body } = await world.root.post('add-application', {
      name: 'declared-shop',
      ...fields,
      organization: 'renamed',
    });
    expect(body.status).toBe('ok');
  });

  test('a service provider and its addresses belong to one organization', async () => {
    const tries: [Record<string, unknown>, string][] = [
      [{ acsUrls: ours.acsUrls }, 'entityId'],
      [{ entityId: ` ${entityId.toUpperCase()} `, acsUrls: ours.acsUrls }, 'entityId'],
      ...['', '/', '?x=1', '/?x', ';jsessionid=1', ';/', '/x/..%2f', '/%2e%2e%2facs'].map(
        (end): [Record<string, unknown>, string] => [
          { entityId: ours.entityId, acsUrls: [...ours.acsUrls, acs + end] },
          'acsUrls[1]',
        ],
      ),
      [{ entityId: ours.entityId, acsUrls: ['https://SP.example.:443//%61cs'] }, 'acsUrls[0]'],
    ];
    for (const [own, field] of tries) {
      expect((await made('forger', saml(own))).body).toMatchObject(ofOther(field));
      expect(await updated('app-globex', saml(own))).toMatchObject(ofOther(field));
      const declared = await operator.put('application/admin/forger', {
        ...{ uid: 'u-forger', fields: { organization: 'globex', ...saml(own) } },
      });
      expect(declared).toMatchObject({
        status: 422,
        body: { fields: [{ field: `samlServiceProviders[0].${field}` }] },
      });
    }
    // Another application of the same organization may have it, and a service that everybody knows is everybody's.
    await world.application('shop-two', saml() as never);
    const microsoft = {
      entityId: 'urn:federation:MicrosoftOnline',
      acsUrls: ['https://login.microsoftonline.com/login.srf'],
    };
    for (const name of ['shop-two', 'app-globex'])
      expect(await updated(name, saml(microsoft))).toMatchObject({ status: 'ok' });
    await removed('shop-two');
  });

  test('of two organizations that add one service provider at once, one gets it', async () => {
    const wanted = saml({
      entityId: 'https://race.example',
      acsUrls: ['https://race.example/acs', 'https://race.example/b'],
    });
    await world.application('racer');
    const answers = await Promise.all([updated('racer', wanted), updated('app-globex', wanted)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['error', 'ok']);
    await removed('racer');
  });

  test('a service provider that an organization gave up does not take the responses of the next one', async () => {
    const theirs = await world.library({ validateInResponseTo: ValidateInResponseTo.never });
    await world.change({ samlServiceProviders: [] });
    expect(await updated('app-globex', saml())).toMatchObject({ status: 'ok' });
    const next = await world.library({ idpCert: await world.certificateOf('app-globex') }, 'app-globex');
    const browser = world.app.client();
    const query = await pageFor(browser, await next.getAuthorizeUrlAsync('', undefined, {}));
    const mail = { email: 'alice@globex.example' };
    await world.root.post('update-user', mail, { query: { id: 'globex/alice' } });
    const { body } = await browser.post(
      'login',
      { type: 'saml', organization: 'globex', username: 'alice', password },
      { query: { saml: query.saml ?? '' } },
    );
    const form = formIn(String(body.data2));
    await expect(theirs.validatePostResponseAsync({ ...form })).rejects.toThrow(/signature/i);
    expect((await next.validatePostResponseAsync({ ...form })).profile?.nameID).toBe(mail.email);
    expect(await updated('shop', saml())).toMatchObject({
      fields: [{ field: 'samlServiceProviders[0].acsUrls[0]' }, { field: 'samlServiceProviders[0].entityId' }],
    });
    expect(await updated('app-globex', { samlServiceProviders: [] })).toMatchObject({ status: 'ok' });
  });

  test('each organization signs with a key of its own, whatever cert its applications have', async () => {
    await world.application('shop-cert', { cert: 'cert-es256' });
    const [one, two, other] = await Promise.all(['shop', 'shop-cert', 'app-globex'].map(world.certificateOf));
    expect(one).toBe(two);
    expect(other).not.toBe(one);
    const builtIn = (await world.root.get('get-cert', { id: 'admin/cert-built-in' })).body.data.certificate;
    for (const each of [one, other]) expect(builtIn.replaceAll('\n', '')).not.toContain(each);
    // Many readers of metadata make one key.
    await add(world.root, 'organization', { name: 'asked' });
    await add(world.root, 'application', { name: 'asked-shop', organization: 'asked' });
    const many = await Promise.all(Array.from({ length: 5 }, () => world.certificateOf('asked-shop')));
    expect(new Set(many).size).toBe(1);
  });

  test('its administrators alone change it, and nobody reads its private half', async () => {
    const adam = await world.app.signedIn('acme', 'adam', password);
    const id = { owner: 'admin', name: 'acme' };
    for (const client of [globex.admin, globex.user, world.app.client()])
      for (const [route, body] of [
        ['add-saml-key', id],
        ['use-saml-key', id],
        ['delete-saml-key', { ...id, state: 'retired' }],
      ] as const)
        expect((await client.post(route, body)).body.status).toBe('error');
    expect((await globex.admin.get('get-saml-keys', { id: 'admin/acme' })).body.status).toBe('error');
    const answer = await adam.get('get-saml-keys', { id: 'admin/acme' });
    expect(answer.body.data).toMatchObject([{ state: 'signing' }]);
    expect(answer.text).not.toContain('PRIVATE');
    expect((await world.app.db('saml_keys').select('private_key')).map((row) => row.private_key).join()).not.toContain(
      'PRIVATE',
    );
  });
});
