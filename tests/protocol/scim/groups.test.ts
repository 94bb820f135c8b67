import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, type Tenant } from '../../harness/world.ts';
import { core, groupOf, made, type Program, startScim, userOf } from './world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let program: Program;
let ids: string[];
beforeAll(async () => {
  ({ app, root, acme, program } = await startScim());
  const users = await Promise.all(['u1', 'u2', 'u3'].map((name) => made(program, '/Users', userOf(name))));
  ids = users.map(({ id }) => id);
});
afterAll(() => app?.stop());

const member = (at: number) => ({ value: ids[at] as string });
const valuesIn = (body: { members?: { value: string }[] }) => (body.members ?? []).map(({ value }) => value);
const usersOf = async (id: string) => (await app.db('groups').where({ id }).first()).users;

test('a program makes, reads, replaces and deletes a group', async () => {
  const group = await made(program, '/Groups', groupOf('Cooks / Kitchen', { externalId: 'g-1', members: [member(0)] }));
  expect(group).toEqual({
    schemas: [`${core}:Group`],
    id: expect.any(String),
    externalId: 'g-1',
    displayName: 'Cooks / Kitchen',
    members: [{ value: ids[0], $ref: `${app.url}/scim/v2/acme/Users/${ids[0]}`, type: 'User' }],
    meta: {
      resourceType: 'Group',
      created: expect.any(String),
      location: `${app.url}/scim/v2/acme/Groups/${group.id}`,
      version: 'W/"1"',
    },
  });
  expect(await usersOf(group.id)).toEqual(['acme/u1']);
  expect((await program.get(`/Users/${ids[0]}`)).body.groups).toMatchObject([{ value: group.id, type: 'direct' }]);
  const replaced = await program.put(
    `/Groups/${group.id}`,
    groupOf('Chefs', { externalId: 'g-1', members: [member(1)] }),
  );
  expect(replaced.body).toMatchObject({ id: group.id, displayName: 'Chefs', meta: { version: 'W/"2"' } });
  expect(valuesIn(replaced.body)).toEqual([ids[1]]);
  expect((await program.remove(`/Groups/${group.id}`)).status).toBe(204);
  expect((await program.get(`/Groups/${group.id}`)).status).toBe(404);
});

test('the ID stays when an administrator renames the group, and external IDs are unique', async () => {
  const { id } = await made(program, '/Groups', groupOf('Waiters', { externalId: 'g-2' }));
  await acme.admin.post('update-group', { name: 'servers' }, { query: { id: 'acme/Waiters' } });
  expect((await program.get(`/Groups/${id}`)).body).toMatchObject({ displayName: 'Waiters', externalId: 'g-2' });
  for (const each of [groupOf('waiters'), groupOf('Others', { externalId: 'g-2' })])
    expect(await program.post('/Groups', each)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
});

test('a group from elsewhere is a resource too', async () => {
  await add(root, 'group', { owner: 'acme', name: 'old', displayName: 'Old', users: ['acme/u1'] });
  const { body } = await program.get('/Groups?filter=displayName eq "old"');
  expect(body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Old', members: [{ value: ids[0] }] }] });
});

describe('PATCH of members', () => {
  const cases: [title: string, operations: (at: typeof member) => object[], expected: number[]][] = [
    ['adds', (at) => [{ op: 'add', path: 'members', value: [at(1), at(2)] }], [0, 1, 2]],
    ['adds nobody twice', (at) => [{ op: 'Add', path: 'members', value: [at(0)] }], [0]],
    ['adds a single value', (at) => [{ op: 'add', path: 'members', value: at(1) }], [0, 1]],
    ['adds without a path', (at) => [{ op: 'add', value: { members: [at(1)] } }], [0, 1]],
    ['removes by a filter', (at) => [{ op: 'remove', path: `members[value eq "${at(0).value}"]` }], []],
    ['removes by values', (at) => [{ op: 'Remove', path: 'members', value: [at(0)] }], []],
    ['removes nobody who is none', (at) => [{ op: 'remove', path: `members[value eq "${at(2).value}"]` }], [0]],
    ['removes all', () => [{ op: 'remove', path: 'members' }], []],
    ['replaces', (at) => [{ op: 'replace', path: 'members', value: [at(2)] }], [2]],
    ['replaces without a path', (at) => [{ op: 'replace', value: { displayName: 'New', members: [at(2)] } }], [2]],
  ];
  test.each(cases)('%s', async (title, operations, expected) => {
    const { id } = await made(program, '/Groups', groupOf(`patched: ${title}`, { members: [member(0)] }));
    const answer = await program.patch(`/Groups/${id}`, operations(member));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(valuesIn(answer.body)).toEqual(expected.map((at) => ids[at]));
    expect(await usersOf(id)).toEqual(expected.map((at) => `acme/u${at + 1}`));
  });

  test('no change is lost among parallel ones', async () => {
    const { id } = await made(program, '/Groups', groupOf('busy'));
    await Promise.all(
      [0, 1, 2].map((at) => program.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [member(at)] }])),
    );
    expect(valuesIn((await program.get(`/Groups/${id}`)).body).sort()).toEqual([...ids].sort());
  });

  test('S64 a user of another organization, a group or an unknown ID is no member', async () => {
    const { id } = await made(program, '/Groups', groupOf('strict'));
    const alice = await app.store('user').find(app.db, 'globex', 'alice');
    for (const value of [{ value: alice?.id }, { value: id, type: 'Group' }, { value: 'nobody' }]) {
      const answer = await program.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [value] }]);
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    expect(await usersOf(id)).toEqual([]);
  });
});

test('PUT without members leaves them, and members that are no resources stay', async () => {
  await add(root, 'group', { owner: 'acme', name: 'mixed', displayName: 'Mixed', users: ['acme/u1', 'globex/alice'] });
  const { id } = (await program.get('/Groups?filter=displayName eq "Mixed"')).body.Resources[0];
  expect(valuesIn((await program.put(`/Groups/${id}`, groupOf('Mixed 2'))).body)).toEqual([ids[0]]);
  await program.patch(`/Groups/${id}`, [{ op: 'replace', path: 'members', value: [member(1)] }]);
  expect(await usersOf(id)).toEqual(['globex/alice', 'acme/u2']);
});
