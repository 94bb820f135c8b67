import { BrokenSource } from '@doorwright/transfer/contract.ts';
import { splitUsers } from '@doorwright/transfer/keycloak/files/split-users.ts';
import { keycloak } from '@doorwright/transfer/keycloak/keycloak.ts';
import { expect, test } from 'vitest';
import { fileWith, folderWith, readPlace } from './realm.ts';

const nora = { id: 'n', username: 'nora', enabled: true };
const otto = { id: 'o', username: 'otto "the, [cook]" {', enabled: true };
const names = (found: Awaited<ReturnType<typeof readPlace>>) => found.of('user').map(({ fields }) => fields.name);

test('users are read from the file of the realm, and from files beside it in the order of their numbers', async () => {
  const users = (username: string) => ({ realm: 'acme', users: [{ id: username, username, enabled: true }] });
  const numbered = Array.from({ length: 11 }, (_, n) => [`acme-users-${n}.json`, users(`n${n}`)] as const);
  const files = {
    ...{ 'acme-realm.json': { realm: 'acme', users: [nora, otto] }, 'acme-users-old.json': users('stranger') },
    'master-realm.json': { realm: 'master', users: [{ id: 'a', username: 'admin' }] },
  };
  const path = folderWith({ ...files, ...Object.fromEntries(numbered) });
  const found = await readPlace({ type: 'folder', path });
  expect(names(found)).toEqual(['nora', otto.username, ...numbered.map((_, n) => `n${n}`)]);
  expect(found.of('organization').map(({ fields }) => fields.name)).toEqual(['acme']);
  const gap = folderWith({ ...files, ...Object.fromEntries(numbered.toSpliced(3, 1)) });
  await expect(readPlace({ type: 'folder', path: gap })).rejects.toThrow('acme-users-3.json is missing');
});

test('a list of realms gives an organization for each, and all kinds come in the order of their references', async () => {
  const found = await readPlace(
    fileWith([
      { realm: 'master', users: [{ username: 'admin' }] },
      { users: [nora], realm: 'acme', groups: [{ name: 'staff' }] },
      { realm: 'globex', users: [otto], clients: [{ clientId: 'shop', secret: 's'.repeat(20) }] },
    ]),
  );
  expect(found.objects.map(({ kind, fields }) => `${kind} ${fields.owner} ${fields.name}`)).toEqual([
    ...['organization admin acme', 'organization admin globex', 'cert admin cert-acme', 'cert admin cert-globex'],
    ...['group acme staff', 'application admin globex-shop', 'user acme nora', `user globex ${otto.username}`],
  ]);
});

test('another name for the organization is for one realm only', async () => {
  const one = await readPlace(fileWith({ realm: 'acme', users: [nora] }), 'anvils');
  expect(one.of('user').map(({ fields }) => fields.owner)).toEqual(['anvils']);
  await expect(readPlace(fileWith([{ realm: 'acme' }, { realm: 'globex' }]), 'anvils')).rejects.toThrow('acme, globex');
});

test.each([
  ['text that ends early', '{ "realm": "acme", "users": [ { "username": "no', 'ends early'],
  ['a list of realms that ends early', '[{ "realm": "acme" }, { "realm": "glo', 'ends early'],
  ['a list without its end', '[{ "realm": "acme" }', 'ends early'],
  ['an empty file', '', 'has no realm of Keycloak.'],
  ['a user that is no JSON', '{ "realm": "acme", "users": [ { "username" } ] }', 'is no whole JSON.'],
  ['a realm without a name', '{ "enabled": true }', 'has no realm of Keycloak: realm'],
])('%s is a broken source with a sentence', async (_what, text, sentence) => {
  const reading = readPlace(fileWith(text));
  await expect(reading).rejects.toBeInstanceOf(BrokenSource);
  await expect(readPlace(fileWith(text))).rejects.toThrow(sentence);
});

test('a file of users that ends early is broken, because people would be missing', async () => {
  const users = (end: string) => `{"realm":"acme","users":[{"id":"n","username":"nora"}${end}`;
  for (const end of ['', ',', ', {"id":"o","user', ']']) {
    const path = folderWith({ 'acme-realm.json': { realm: 'acme' }, 'acme-users-0.json': users(end) });
    await expect(readPlace({ type: 'folder', path })).rejects.toThrow('ends early');
  }
});

test('a file that is not there is named', async () => {
  await expect(readPlace({ type: 'file', path: '/nowhere/realm.json' })).rejects.toThrow('There is no file');
});

test('the format recognizes its files and folders, and no others', async () => {
  const recognizes = (value: unknown) => keycloak.recognizes(fileWith(value));
  expect(await recognizes({ id: 'x', realm: 'acme' })).toBe(true);
  expect(await recognizes([{ id: 'x', realm: 'acme' }])).toBe(true);
  expect(await recognizes({ organizations: [{ name: 'acme' }], syncers: [{ realm: 'acme' }] })).toBe(false);
  expect(await recognizes('email,name\n')).toBe(false);
  expect(await keycloak.recognizes({ type: 'folder', path: folderWith({ 'acme-realm.json': {} }) })).toBe(true);
  expect(await keycloak.recognizes({ type: 'folder', path: folderWith({ 'people.csv': '' }) })).toBe(false);
});

test('a user is found wherever the chunks of a file end', async () => {
  const text = JSON.stringify({ a: ['users', { users: [1] }], users: [nora, otto], z: 'users' });
  for (let size = 1; size < 20; size++) {
    async function* chunks() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    }
    const parts = await Array.fromAsync(splitUsers(chunks()));
    expect(parts.map(({ user, realm }) => JSON.parse(user ?? realm ?? ''))).toEqual([
      ...[nora, otto, { a: ['users', { users: [1] }], users: [], z: 'users' }],
    ]);
  }
});
