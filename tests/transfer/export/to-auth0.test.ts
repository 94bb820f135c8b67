import { toAuth0 } from '@doorwright/transfer/export/to-auth0.ts';
import { expect, test } from 'vitest';
import { exportedUser, filesOf, streamOf } from './files.ts';

const digest = (passwordType: string, password: string, passwordSalt = '') => ({
  digest: { passwordType, password, passwordSalt },
});
const bcrypt = (start: string) => `${start}${'a'.repeat(53)}`;

test.each([
  ['bcrypt of ten', digest('bcrypt', bcrypt('$2a$10$')), { password_hash: bcrypt('$2a$10$') }],
  ['bcrypt of PHP', digest('bcrypt', bcrypt('$2y$10$')), { password_hash: bcrypt('$2b$10$') }],
  [
    'bcrypt of twelve',
    digest('bcrypt', bcrypt('$2b$12$')),
    { custom_password_hash: { algorithm: 'bcrypt', hash: { value: bcrypt('$2b$12$'), encoding: 'utf8' } } },
  ],
  [
    'Argon2',
    digest('argon2id', '$argon2id$v=19$m=7168,t=5,p=1$c2FsdHNhbHQ$aGFzaGhhc2g'),
    {
      custom_password_hash: {
        algorithm: 'argon2',
        hash: { value: '$argon2id$v=19$m=7168,t=5,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', encoding: 'utf8' },
      },
    },
  ],
  [
    'PBKDF2',
    digest('pbkdf2-salt', 'aGFzaA==', 'c2FsdA=='),
    {
      custom_password_hash: {
        algorithm: 'pbkdf2',
        hash: { value: '$pbkdf2-sha256$i=27500,l=4$c2FsdA$aGFzaA', encoding: 'utf8' },
      },
    },
  ],
  [
    'MD5 without salt',
    digest('md5-salt', 'd41d8cd98f00b204e9800998ecf8427e'),
    {
      custom_password_hash: { algorithm: 'md5', hash: { value: 'd41d8cd98f00b204e9800998ecf8427e', encoding: 'hex' } },
    },
  ],
])('a password of %s comes in the schema of Auth0', async (_what, own, expected) => {
  const { files, losses } = await filesOf(toAuth0(streamOf([exportedUser({}, own)])));
  expect(JSON.parse(files[0] ?? '')).toMatchObject([expected]);
  expect(losses).toEqual([]);
});

test('a user comes with their profile, their app, groups and roles', async () => {
  const user = exportedUser(
    { displayName: 'Nora Helmer', firstName: 'Nora', emailVerified: true, title: 'Cook', properties: { hat: 'red' } },
    { totp: 'JBSWY3DPEHPK3PXP', groups: ['staff'], roles: ['cook'] },
  );
  const { files } = await filesOf(toAuth0(streamOf([user])));
  expect(JSON.parse(files[0] ?? '')).toEqual([
    {
      ...{ user_id: '6f0d', email: 'nora@example.com', email_verified: true, nickname: 'nora', name: 'Nora Helmer' },
      ...{ given_name: 'Nora', blocked: false, user_metadata: { hat: 'red', title: 'Cook' } },
      ...{
        app_metadata: { groups: ['staff'], roles: ['cook'] },
        mfa_factors: [{ totp: { secret: 'JBSWY3DPEHPK3PXP' } }],
      },
    },
  ]);
});

test('passwords that Auth0 cannot verify, and people without an email, are told', async () => {
  const { losses } = await filesOf(
    toAuth0(
      streamOf([
        exportedUser({}, digest('md5-salt', 'd41d8cd98f00b204e9800998ecf8427e', 'salt')),
        exportedUser({ name: 'otto', email: '' }),
      ]),
    ),
  );
  expect(losses.map(({ from, lost }) => `${from}: ${lost}`)).toEqual([
    'user "nora": password of type md5-salt',
    'user "otto": the whole user',
  ]);
});

test('files have at most the size that Auth0 takes, and together everybody', async () => {
  const users = Array.from({ length: 4000 }, (_, n) =>
    exportedUser({ name: `n${n}`, email: `n${n}@example.com`, bio: 'ü' }),
  );
  const { files, names } = await filesOf(toAuth0(streamOf(users)));
  expect(names.slice(0, 2)).toEqual(['auth0-users-0.json', 'auth0-users-1.json']);
  expect(files.length).toBeGreaterThan(1);
  for (const text of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500_000);
  expect(files.flatMap((text) => JSON.parse(text))).toHaveLength(4000);
  const { files: whole } = await filesOf(toAuth0(streamOf(users), { fileBytes: 0 }));
  expect(whole).toHaveLength(1);
});

test('an organization without people is an empty list', async () => {
  expect((await filesOf(toAuth0(streamOf([])))).files).toEqual(['[]\n']);
});
