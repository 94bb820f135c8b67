import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf, person } from '../../harness/slapd/entries.ts';
import { type Directory, startSlapd } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { ldapOf, startDirectoryWorld } from '../directories/ldap/world.ts';

interface DirectoryUser {
  uid: string;
  uuid: string;
  cn: string;
}

let world: Awaited<ReturnType<typeof startDirectoryWorld>>;
let directory: Directory;
let listed: DirectoryUser[];
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      person('ada', {
        mail: ['a@acme.example', 'ada.longest@acme.example'],
        telephoneNumber: '030 1',
        uidNumber: '1001',
      }),
      person('ben'),
      person('alice', { uidNumber: '1003' }),
    ),
  });
  world = await startDirectoryWorld();
  await add(world.root, 'ldap', ldapOf(directory, { id: 'main' }));
  listed = await people();
});
afterAll(async () => {
  await world?.app.stop();
  await directory?.stop();
});

async function people(): Promise<DirectoryUser[]> {
  const { data } = (await world.root.get('get-ldap', { id: 'acme/main' })).body;
  expect(data.passwd).toBe('***');
  const answer = (await world.root.post('get-ldap-user', data)).body;
  expect(answer).toMatchObject({ status: 'ok' });
  return answer.data.users;
}
const named = (...uids: string[]) => listed.filter(({ uid }) => uids.includes(uid));
const sync = async (users: readonly object[]) =>
  (await world.root.post('sync-ldap-users', users, { query: { owner: 'acme', ldapId: 'main' } })).body;

test('the people of a directory are listed with their longest addresses, as Casdoor 2022 lists them', () => {
  expect(listed.map(({ uid }) => uid).sort()).toEqual(['ada', 'alice', 'ben']);
  expect(named('ada')[0]).toEqual({
    ...{
      uid: 'ada',
      uidNumber: '1001',
      groupId: '1000',
      cn: 'ada Example',
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
    },
    ...{ email: 'ada.longest@acme.example', phone: '030 1', address: '' },
  });
});

test('chosen people become users, and those who are users already are named', async () => {
  expect(await sync(named('ada'))).toMatchObject({ status: 'ok', data: { exist: null, failed: null } });
  const ada = named('ada')[0] as DirectoryUser;
  const { data } = (await world.root.get('get-user', { id: 'acme/ada' })).body;
  expect(data).toMatchObject({ ldap: ada.uuid, displayName: 'ada Example' });
  const query = { owner: 'acme' };
  expect(
    (
      await world.root.post(
        'check-ldap-users-exist',
        listed.map(({ uuid }) => uuid),
        { query },
      )
    ).body.data,
  ).toEqual([ada.uuid]);
  expect(await sync(named('ada'))).toMatchObject({ data: { exist: [{ cn: 'ada Example' }], failed: null } });
  expect((await world.root.get('get-ldap', { id: 'acme/main' })).body.data.lastSync).not.toBe('');
});

test('only the ID of a chosen person is believed, and an unknown one fails by itself', async () => {
  const [ben] = named('ben');
  const forged = { ...ben, uid: 'boss', cn: 'Boss', email: 'boss@acme.example' };
  const unknown = { uuid: '00000000-0000-0000-0000-000000000000', cn: 'Nobody' };
  expect(await sync([forged, unknown])).toMatchObject({
    status: 'ok',
    data: { exist: null, failed: [{ cn: 'Nobody' }] },
  });
  expect((await world.root.get('get-user', { id: 'acme/boss' })).body.data).toBeNull();
  expect((await world.root.get('get-user', { id: 'acme/ben' })).body.data).toMatchObject({
    displayName: 'ben Example',
  });
});

test('a person whose name another user has gets the name with their number', async () => {
  expect(await sync(named('alice'))).toMatchObject({ data: { exist: null, failed: null } });
  expect((await world.root.get('get-user', { id: 'acme/alice_1003' })).body.data).toMatchObject({
    ldap: named('alice')[0]?.uuid,
  });
});

test('a stored password is not sent to another address, and a missing one is named', async () => {
  const { data } = (await world.root.get('get-ldap', { id: 'acme/main' })).body;
  const moved = (await world.root.post('get-ldap-user', { ...data, port: directory.tlsPort })).body;
  expect(moved).toMatchObject({ status: 'error', code: 'invalid' });
  const bare = ldapOf(directory, { passwd: '' });
  expect((await world.root.post('get-ldap-user', bare)).body).toMatchObject({ code: 'missing-parameter' });
});

test('a directory is also read by its ID alone', async () => {
  expect((await world.acme.admin.get('get-ldap', { id: 'main' })).body.data).toMatchObject({
    id: 'main',
    owner: 'acme',
  });
});

test('an administrator of another organization sees and takes nobody', async () => {
  await add(world.root, 'organization', { name: 'globex', displayName: 'Globex' });
  await add(world.root, 'user', {
    owner: 'globex',
    name: 'gina',
    isAdmin: true,
    displayName: 'Gina',
    password: 'correct-horse-battery',
  });
  const gina = await world.app.signedIn('globex', 'gina', 'correct-horse-battery');
  const query = { owner: 'acme' };
  expect((await gina.post('check-ldap-users-exist', [], { query })).body).toMatchObject({ code: 'unauthorized' });
  const taken = await gina.post('sync-ldap-users', named('ben'), { query: { ...query, ldapId: 'main' } });
  expect(taken.body.status).toBe('error');
});
