import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf, group, groupDn, person, personDn } from '../../harness/slapd/entries.ts';
import { type Directory, directoryAdmin, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { ldapOf, startDirectoryWorld } from '../directories/ldap/world.ts';

let world: Awaited<ReturnType<typeof startDirectoryWorld>>;
let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      ...['ada', 'ben', 'cleo', 'dan'].map((uid) => person(uid, { mail: `${uid}@acme.example` })),
      group('crew', personDn('ada'), groupDn('pilots')),
      group('pilots', personDn('ben'), groupDn('crew')),
      group('shared', personDn('ada'), personDn('cleo')),
    ),
  });
  world = await startDirectoryWorld();
});
afterAll(async () => {
  await world?.app.stop();
  await directory?.stop();
});

const addLdap = (id: string, more: Record<string, unknown>) =>
  add(world.root, 'ldap', ldapOf(directory, { id, groupUse: 'Groups', ...more }));
const runLdap = async (id: string) =>
  (await world.root.post('run-ldap', undefined, { query: { id: `acme/${id}` } })).body;
const membersOf = async (name: string) =>
  ((await world.root.get('get-group', { id: `acme/${name}` })).body.data?.users ?? []).toSorted();
const only = (...uids: string[]) => `(&(objectClass=inetOrgPerson)(|${uids.map((uid) => `(uid=${uid})`).join('')}))`;

test('people of a directory become users, and groups in groups are closed although they contain each other', async () => {
  await addLdap('first', { filter: only('ada', 'ben') });
  expect(await runLdap('first')).toMatchObject({ status: 'ok', data: { state: 'done', counts: { add: 2, done: 2 } } });
  const { data } = (await world.root.get('get-user', { id: 'acme/ada' })).body;
  expect(data).toMatchObject({
    email: 'ada@acme.example',
    affiliation: 'example.com',
    ldap: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(await membersOf('crew')).toEqual(['acme/ada', 'acme/ben']);
  expect(await membersOf('pilots')).toEqual(['acme/ada', 'acme/ben']);
  expect((await runLdap('first')).data).toMatchObject({ state: 'done', counts: { unchanged: 2, change: 0 } });
});

test('two directories with one group leave each other their members, and what was set by hand stays', async () => {
  await addLdap('second', { filter: only('ada', 'cleo') });
  await add(world.root, 'user', { owner: 'acme', name: 'hand', displayName: 'Hand' });
  const users = [...(await membersOf('shared')), 'acme/hand'];
  await world.root.post('update-group', { users }, { query: { id: 'acme/shared' } });
  expect((await runLdap('second')).data).toMatchObject({ state: 'done' });
  expect(await membersOf('shared')).toEqual(['acme/ada', 'acme/cleo', 'acme/hand']);

  await directory.change(`dn: ${groupDn('shared')}\nchangetype: modify\nreplace: member\nmember: ${personDn('dan')}\n`);
  expect((await runLdap('second')).data).toMatchObject({ state: 'done', counts: { change: 2 } });
  expect(await membersOf('shared')).toEqual(['acme/ada', 'acme/hand']);
  expect((await runLdap('first')).data).toMatchObject({ state: 'done' });
  expect(await membersOf('shared')).toEqual(['acme/hand']);
});

test('a base that nobody is below stops the run, and nobody is blocked', async () => {
  await addLdap('empty', { filter: only('dan') });
  expect((await runLdap('empty')).data).toMatchObject({ counts: { add: 1 } });
  await world.root.post('update-ldap', { filter: '(uid=nobody)' }, { query: { id: 'acme/empty' } });
  expect(await runLdap('empty')).toMatchObject({ code: 'sync-held', data: { reason: 'sync-nobody-found' } });
  expect((await world.root.get('get-user', { id: 'acme/dan' })).body.data).toMatchObject({ isForbidden: false });
});

test('a wrong base is told in words, and changes nobody', async () => {
  await addLdap('wrong', { baseDn: `ou=elsewhere,${suffix}` });
  expect(await runLdap('wrong')).toMatchObject({
    code: 'sync-failed',
    data: { problem: expect.stringContaining('ou=elsewhere') },
  });
});

test('groups become roles where the directory says so, and a run that is taken back takes its memberships along', async () => {
  await addLdap('roles', { filter: only('ben'), groupUse: 'Roles' });
  const { data } = await runLdap('roles');
  expect(data).toMatchObject({ state: 'done' });
  const holdersOf = async () => (await world.root.get('get-role', { id: 'acme/pilots' })).body.data?.users ?? [];
  expect(await holdersOf()).toEqual(['acme/ben']);
  await world.root.post('undo-sync-run', undefined, { query: { run: data.id } });
  await expect.poll(holdersOf).toEqual([]);
});

test('a syncer of the type LDAP reads a directory with its columns as attributes', async () => {
  const column = (name: string, casdoorName: string) => ({
    name,
    casdoorName,
    type: 'string',
    isHashed: true,
    values: [],
  });
  await add(world.root, 'organization', { name: 'globex', displayName: 'Globex' });
  await add(world.root, 'syncer', {
    ...{ name: 'staff', organization: 'globex', type: 'LDAP', host: 'localhost', port: directory.port },
    ...{ user: directoryAdmin.admin, password: directoryAdmin.passwd, caCertificate: directory.caCertificate },
    ...{ database: suffix, table: only('dan'), tableColumns: [column('uid', 'Name'), column('cn', 'DisplayName')] },
  });
  const { data } = (await world.root.post('run-syncer', undefined, { query: { id: 'admin/staff' } })).body;
  expect(data).toMatchObject({ state: 'done', counts: { add: 1 } });
  expect((await world.root.get('get-user', { id: 'globex/dan' })).body.data).toMatchObject({
    displayName: 'dan Example',
  });
});
