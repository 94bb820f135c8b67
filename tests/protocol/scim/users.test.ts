import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, type Tenant } from '../../harness/world.ts';
import { core, enterprise, groupOf, made, type Program, startScim, userOf } from './world.ts';

let app: TestApp;
let acme: Tenant;
let root: Client;
let program: Program;
beforeAll(async () => {
  ({ app, acme, root, program } = await startScim());
});
afterAll(() => app?.stop());

const stored = async (name: string) => (await acme.admin.get('get-user', { id: `acme/${name}` })).body.data;

const babs = userOf('bjensen@acme.example', {
  schemas: [`${core}:User`, enterprise],
  externalId: '701984',
  name: { formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane' },
  displayName: 'Babs Jensen',
  nickName: 'Babs',
  title: 'Tour Guide',
  userType: 'Employee',
  preferredLanguage: 'en',
  timezone: 'America/Los_Angeles',
  active: true,
  emails: [
    { value: 'babs@jensen.example', type: 'home' },
    { value: 'bjensen@acme.example', type: 'work', primary: true },
  ],
  phoneNumbers: [
    { value: '+86 13800000001', type: 'mobile' },
    { value: '555-555-8377', type: 'work' },
  ],
  addresses: [{ type: 'work', locality: 'Hollywood', country: 'US', postalCode: '91608', primary: true }],
  [enterprise]: { employeeNumber: '701984', department: 'Tour Operations', costCenter: '4130' },
});

test('a program makes a user with the core and the enterprise attributes, and reads back all that it sent', async () => {
  const answer = await program.post('/Users', { ...babs, unknownAttribute: 1, id: 'of the program' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
  expect(answer.headers.get('location')).toBe(`${app.url}/scim/v2/acme/Users/${answer.body.id}`);
  expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
  const { schemas, ...attributes } = babs as Record<string, unknown>;
  expect(answer.body).toMatchObject({ ...attributes, meta: { resourceType: 'User' } });
  expect([...answer.body.schemas].sort()).toEqual([...(schemas as string[])].sort());
  expect(answer.body.unknownAttribute).toBeUndefined();
  const { body } = await program.get(`/Users/${answer.body.id}`);
  expect(body).toEqual(answer.body);
  expect(await stored('bjensen@acme.example')).toMatchObject({
    id: answer.body.id,
    firstName: 'Barbara',
    lastName: 'Jensen',
    displayName: 'Babs Jensen',
    email: 'bjensen@acme.example',
    emailVerified: false,
    phone: '13800000001',
    title: 'Tour Guide',
    location: 'Hollywood',
    region: 'US',
    isForbidden: false,
    isAdmin: false,
    properties: { employeeNumber: '701984', department: 'Tour Operations', costCenter: '4130' },
  });
});

test('a user from elsewhere is a resource too, and shows what somebody else changed', async () => {
  const { body } = await program.get('/Users?filter=userName eq "alice"');
  expect(body.Resources[0]).toMatchObject({ userName: 'alice', displayName: 'Someone', active: true });
  const user = await made(program, '/Users', userOf('carol', { displayName: 'Carol', title: 'Cook' }));
  await acme.admin.post('update-user', { title: 'Chef', displayName: 'Carola' }, { query: { id: 'acme/carol' } });
  expect((await program.get(`/Users/${user.id}`)).body).toMatchObject({ title: 'Chef', displayName: 'Carola' });
});

test('administrators see that a program provisions a user, and change any field; a field of a directory is refused to the program', async () => {
  const { id } = await made(program, '/Users', userOf('judy', { title: 'Cook' }));
  expect((await stored('judy')).sources).toEqual([{ kind: 'scim', id: 'admin/acme', title: 'acme', fields: [] }]);
  expect((await stored('adam')).sources).toEqual([]);
  await add(root, 'syncer', { owner: 'admin', organization: 'acme', name: 'hr', type: 'Database' });
  await app.db('syncers').where({ name: 'hr' }).update({ source_id: 's-1' });
  const link = { owner: 'admin', id: 'l-1', created_time: new Date(), source: 's-1', key: 'k', user_id: id };
  await app.db('sync_links').insert({ ...link, fields: JSON.stringify(['title']) });
  const change = (path: string) => program.patch(`/Users/${id}`, [{ op: 'replace', path, value: 'Chef' }]);
  expect(await change('title')).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
  expect(await change('displayName')).toMatchObject({ status: 200, body: { title: 'Cook', displayName: 'Chef' } });
});

test('PUT replaces what the program gave, and leaves alone what it never gave', async () => {
  const { id } = await made(program, '/Users', userOf('dave', { title: 'Cook', name: { givenName: 'Dave' } }));
  await acme.admin.post(
    'update-user',
    { bio: 'Mine', homepage: 'https://dave.example' },
    { query: { id: 'acme/dave' } },
  );
  const answer = await program.put(`/Users/${id}`, userOf('dave2', { displayName: 'David' }));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id, userName: 'dave2', displayName: 'David' });
  expect(answer.body.title).toBeUndefined();
  expect(await stored('dave2')).toMatchObject({
    id,
    title: '',
    firstName: '',
    bio: 'Mine',
    homepage: 'https://dave.example',
  });
});

test('a password follows the rules of the organization, is hashed and never shown', async () => {
  const weak = await program.post('/Users', userOf('erin', { password: '12345678' }));
  expect(weak).toMatchObject({ status: 400, body: { scimType: 'invalidValue', status: '400' } });
  const user = await made(program, '/Users', userOf('erin', { password }));
  expect(user.password).toBeUndefined();
  expect((await app.store('user').find(app.db, 'acme', 'erin'))?.password).toMatch(/^\$argon2id\$/);
  expect(app.logged.join('')).not.toContain(password);
  const { rows } = await app.db.raw('SELECT document FROM scim_links');
  expect(JSON.stringify(rows)).not.toContain(password);
  const other = 'another-horse-battery';
  const browser = await app.signedIn('acme', 'erin', password);
  await program.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'password', value: other }]);
  expect((await browser.get('get-account')).body.status).toBe('error');
  await app.signedIn('acme', 'erin', other);
});

describe('DELETE', () => {
  test('the user is gone, and the name is free', async () => {
    const { id } = await made(program, '/Users', userOf('frank', { externalId: 'f' }));
    expect((await program.remove(`/Users/${id}`)).status).toBe(204);
    expect((await program.get(`/Users/${id}`)).status).toBe(404);
    expect((await program.remove(`/Users/${id}`)).status).toBe(404);
    expect((await made(program, '/Users', userOf('frank', { externalId: 'f' }))).id).not.toBe(id);
  });

  test('with soft deletion, the row stays for administrators, and no resource is left', async () => {
    await root.post('update-organization', { enableSoftDeletion: true }, { query: { id: 'admin/acme' } });
    const { id } = await made(program, '/Users', userOf('grace', { externalId: 'gr' }));
    await program.remove(`/Users/${id}`);
    expect(await stored('grace')).toMatchObject({ isDeleted: true });
    expect((await program.get(`/Users/${id}`)).status).toBe(404);
    expect((await program.get('/Users?filter=userName eq "grace"')).body.totalResults).toBe(0);
    expect((await program.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])).status).toBe(404);
    await made(program, '/Users', userOf('grace-2', { externalId: 'gr' }));
    const again = await program.post('/Users', userOf('Grace'));
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(again.body.detail).toContain('deleted user');
    await root.post('update-organization', { enableSoftDeletion: false }, { query: { id: 'admin/acme' } });
  });
});

test('names, addresses and external IDs are unique in the organization', async () => {
  await made(program, '/Users', userOf('heidi', { externalId: 'h-1', emails: [{ value: 'heidi@acme.example' }] }));
  const refused = [
    userOf('heidi'),
    userOf('HEIDI'),
    userOf('heidi2', { externalId: 'h-1' }),
    userOf('heidi3', { emails: [{ value: 'heidi@acme.example' }] }),
  ];
  for (const each of refused)
    expect(await program.post('/Users', each)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  expect((await program.get('/Users?filter=userName sw "heidi"')).body.totalResults).toBe(1);
});

test('of parallel requests for one name or one displayName, one makes it', async () => {
  const users = await Promise.all(['Kim', 'kim', 'KIM'].map((name) => program.post('/Users', userOf(name))));
  const groups = await Promise.all(['Tea', 'tea', 'TEA'].map((name) => program.post('/Groups', groupOf(name))));
  for (const answers of [users, groups]) expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('each write has a record with the token as its actor, and an event', async () => {
  const { id } = await made(program, '/Users', userOf('ivan'));
  await program.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Cook' }]);
  await program.patch(`/Users/${id}`, [{ op: 'replace', path: 'nickName', value: 'Vanya' }]);
  await program.remove(`/Users/${id}`);
  const rows = await app.db('records').where({ owner: 'acme', object: 'user acme/ivan' }).orderBy('created_time');
  expect(rows.map((row) => [row.user, row.action, row.outcome])).toEqual([
    ['scim/Directory', 'scim POST /Users', 'ok'],
    ['scim/Directory', 'scim PATCH /Users', 'ok'],
    ['scim/Directory', 'scim PATCH /Users', 'ok'],
    ['scim/Directory', 'scim DELETE /Users', 'ok'],
  ]);
});
