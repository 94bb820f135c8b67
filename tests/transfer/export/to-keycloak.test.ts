import { toKeycloakRealm } from '@doorwright/transfer/export/to-keycloak-realm.ts';
import { expect, test } from 'vitest';
import { folderWith, readPlace, readRealm } from '../keycloak/realm.ts';
import { exportedUser, filesOf, streamOf } from './files.ts';

const argon2 = '$argon2id$v=19$m=7168,t=5,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g';
const pbkdf2 = '$pbkdf2-sha512$i=210000$c2FsdHNhbHQ=$aGFzaGhhc2hoYXNoaGFzaGhhc2g=';

const written = (users: ReturnType<typeof exportedUser>[]) =>
  filesOf(toKeycloakRealm(streamOf(users), { name: 'acme', displayName: 'Acme', phonePrefix: '49' }));

test('a realm that is written and read again gives the same user', async () => {
  const fields = {
    ...{ emailVerified: true, firstName: 'Nora', lastName: 'Helmer', displayName: 'Nora Helmer' },
    ...{ createdTime: '2023-11-14T22:13:20.000Z', isForbidden: false, language: 'de', mustChangePassword: true },
    ...{ phone: '1701234567', phoneVerified: true, properties: { costCentre: '4711' } },
  };
  const digest = { passwordType: 'argon2id', password: argon2, passwordSalt: '' };
  const user = exportedUser(fields, { digest, totp: 'JBSWY3DPEHPK3PXP', groups: ['staff'], roles: ['cook'] });
  const { files, losses } = await written([user]);
  expect(losses).toEqual([]);
  const found = await readRealm(JSON.parse(files[0] ?? ''));
  expect(found.of('user')).toMatchObject([
    {
      fields: { ...user.fields, ...fields, phone: '491701234567' },
      digest,
      totp: 'JBSWY3DPEHPK3PXP',
      groups: ['staff'],
      roles: ['cook'],
    },
  ]);
  expect(found.of('group').map((each) => each.fields.name)).toEqual(['staff']);
  expect(found.of('role').map((each) => each.fields.name)).toEqual(['cook']);
});

test('digests of PBKDF2 keep their parameters', async () => {
  const salt = 'c2FsdHNhbHQ=';
  const { files } = await written([
    exportedUser({}, { digest: { passwordType: 'pbkdf2', password: pbkdf2, passwordSalt: '' } }),
    exportedUser(
      { name: 'otto' },
      { digest: { passwordType: 'pbkdf2-salt', password: 'aGFzaA==', passwordSalt: salt } },
    ),
  ]);
  const { users } = JSON.parse(files[0] ?? '');
  const data = users.map(({ credentials: [{ credentialData }] }: { credentials: [{ credentialData: string }] }) =>
    JSON.parse(credentialData),
  );
  expect(data).toMatchObject([
    { algorithm: 'pbkdf2-sha512', hashIterations: 210_000 },
    { algorithm: 'pbkdf2-sha256', hashIterations: 27_500 },
  ]);
});

test('values that Keycloak cannot take are told with their users', async () => {
  const { files, losses } = await written([
    exportedUser(
      { name: 'Nora', id: 'x'.repeat(40), github: '12' },
      {
        digest: { passwordType: 'bcrypt', password: `$2a$10$${'a'.repeat(53)}`, passwordSalt: '' },
        stays: ['passkeys'],
      },
    ),
    exportedUser({ name: 'gone', isDeleted: true }),
  ]);
  expect(losses.map(({ from, lost }) => `${from}: ${lost}`)).toEqual([
    'user "Nora": password of type bcrypt',
    `user "Nora": ID ${'x'.repeat(40)}`,
    'user "Nora": capital letters of the name',
    'user "Nora": links to GitHub',
    'user "Nora": passkeys',
    'user "gone": the whole user',
  ]);
  expect(JSON.parse(files[0] ?? '').users).toMatchObject([{ username: 'nora', credentials: [] }]);
});

test('an organization without people is a whole realm too', async () => {
  const { files } = await written([]);
  expect(JSON.parse(files[0] ?? '')).toEqual({
    ...{ realm: 'acme', displayName: 'Acme', enabled: true, users: [], groups: [], roles: { realm: [] } },
  });
});

test('many people are in files of their own, which Keycloak reads from a folder', async () => {
  const users = Array.from({ length: 5 }, (_, n) => exportedUser({ name: `n${n}`, id: `${n}` }, { groups: ['staff'] }));
  const { files, names } = await filesOf(toKeycloakRealm(streamOf(users), { name: 'acme' }, { usersPerFile: 2 }));
  expect(names).toEqual(['acme-realm.json', 'acme-users-0.json', 'acme-users-1.json', 'acme-users-2.json']);
  const path = folderWith(Object.fromEntries(names.map((name, at) => [name, files[at]])));
  const found = await readPlace({ type: 'folder', path });
  expect(found.of('user').map(({ fields, groups }) => [fields.name, groups])).toEqual(
    users.map(({ fields }) => [fields.name, ['staff']]),
  );
});
