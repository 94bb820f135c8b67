import { gzipSync } from 'node:zlib';
import { auth0 } from '@doorwright/transfer/auth0/auth0.ts';
import { BrokenSource } from '@doorwright/transfer/contract.ts';
import { findFormat } from '@doorwright/transfer/formats.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder } from '../files.ts';
import { lossesOf, named, type Read, readItems } from '../read-items.ts';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

const bcrypt = `$2b$10$${'a'.repeat(53)}`;

/** A line of the user export. */
const exported = {
  ...{
    user_id: 'auth0|5dea9f9c82dd7c0e76e4ec93',
    email: 'nora@acme.example',
    email_verified: true,
    name: 'Nora Nolan',
  },
  ...{ given_name: 'Nora', family_name: 'Nolan', nickname: 'nono', picture: 'https://cdn.example/nora.png' },
  ...{ phone_number: '+4915112345678', phone_verified: true, blocked: true, created_at: '2019-12-06T18:36:12.412Z' },
  ...{ last_login: '2024-05-01T08:00:00.000Z', last_ip: '192.0.2.7', logins_count: 12, locale: 'de' },
  app_metadata: { plan: 'gold', seats: { used: 3 } },
  user_metadata: { theme: 'dark' },
  multifactor: ['guardian'],
  identities: [
    { provider: 'auth0', user_id: '5dea9f9c82dd7c0e76e4ec93', connection: 'Username-Password-Authentication' },
    { provider: 'google-oauth2', user_id: '1182345', connection: 'google-oauth2', isSocial: true },
    { provider: 'waad', user_id: 'abc', connection: 'acme-azure' },
  ],
};

/** Another account with the same email, by a service only. */
const social = {
  ...{ user_id: 'github|99', email: 'nora@acme.example', email_verified: true, name: 'nora-at-github' },
  ...{ identities: [{ provider: 'github', user_id: 99, connection: 'github' }], followers_url: 'https://api.example' },
};

/** A line of the file that support sends. */
const sent = (oid: string, own = {}) => ({
  ...{ _id: { $oid: oid }, email: `${oid}@acme.example`, email_verified: false, passwordHash: bcrypt, tenant: 'acme' },
  ...{ password_set_date: { $date: '2019-12-06T18:36:12.412Z' }, connection: 'Username-Password-Authentication' },
  ...{ _tmp_is_unique: true },
  ...own,
});

const lines = (...records: unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');

describe('a user export and the digests of support, in one folder', () => {
  let read: Read;
  beforeAll(async () => {
    const place = makeFolder();
    place.write('users.json.gz', gzipSync(`${lines(exported, social)}\n{"broken`));
    const digests = [
      sent('5dea9f9c82dd7c0e76e4ec93'),
      sent('5dea000000000000000000aa', { alt_id: 'euclid' }),
      sent('5dea000000000000000000bb', {
        email: undefined,
        identifiers: [{ type: 'email', value: 'ida@acme.example' }],
      }),
    ];
    place.write('hashes.ndjson', lines(...digests));
    place.write('notes.json', '{"about":"something else"}');
    expect((await findFormat({ type: 'folder', path: place.path })).name).toBe('auth0');
    read = await readItems(auth0, { type: 'folder', path: place.path }, 'acme');
    place.remove();
  });

  test('a user keeps their id, so tokens keep their subject', () => {
    expect(named(read, 'user', 'nora@acme.example')).toEqual({
      kind: 'user',
      from: 'user "auth0|5dea9f9c82dd7c0e76e4ec93"',
      fields: {
        ...{ owner: 'acme', name: 'nora@acme.example', id: 'auth0|5dea9f9c82dd7c0e76e4ec93' },
        ...{ email: 'nora@acme.example', emailVerified: true, displayName: 'Nora Nolan', firstName: 'Nora' },
        ...{ lastName: 'Nolan', avatar: 'https://cdn.example/nora.png', phone: '15112345678', phoneVerified: true },
        ...{ isForbidden: true, createdTime: '2019-12-06T18:36:12.412Z', lastSigninTime: '2024-05-01T08:00:00.000Z' },
        ...{ language: 'de', google: '1182345', requireSecondFactor: true },
        properties: {
          ...{ 'app_metadata.plan': 'gold', 'app_metadata.seats': '{"used":3}', 'user_metadata.theme': 'dark' },
          nickname: 'nono',
        },
      },
      digest: { passwordType: 'bcrypt', password: bcrypt, passwordSalt: '' },
    });
  });

  test('what Auth0 does not export is named with the person', () => {
    expect(lossesOf(read, 'user "auth0|5dea9f9c82dd7c0e76e4ec93"')).toEqual([
      'second factor "guardian"',
      'the link to "acme-azure"',
    ]);
  });

  test('another account with the same email has no email and no digest of the first', () => {
    const other = named(read, 'user', 'github|99');
    expect(other).toMatchObject({ fields: { id: 'github|99', github: '99', displayName: 'nora-at-github' } });
    expect(other?.fields.email).toBeUndefined();
    expect(other?.digest).toBeUndefined();
    expect(lossesOf(read, 'user "github|99"')).toEqual(['email "nora@acme.example"']);
  });

  test('users whom only the file of support has are taken from there', () => {
    expect(named(read, 'user', '5dea000000000000000000aa@acme.example')).toMatchObject({
      fields: { id: 'auth0|euclid' },
      digest: { password: bcrypt },
    });
    expect(named(read, 'user', 'ida@acme.example')?.fields.id).toBe('auth0|5dea000000000000000000bb');
  });

  test('a broken line is named by its number, and values of services once', () => {
    expect(lossesOf(read, 'line 3')).toEqual(['the line']);
    expect(lossesOf(read, 'users')).toEqual(['values of followers_url']);
  });
});

describe('the form of a bulk import', () => {
  const pbkdf2 = `$pbkdf2-sha512$i=100000,l=64$KNyFsA2rXQE$${'d'.repeat(86)}`;
  const argon2 = `$argon2id$v=19$m=65536,t=1,p=2$MDEyMzQ1Njc4OWFiY2RlZg$${'Y'.repeat(43)}`;
  const digest = (algorithm: string, value: string) => ({ custom_password_hash: { algorithm, hash: { value } } });

  test('digests that say how they were made are taken, and others are named', async () => {
    const path = folder.write(
      'bulk.json',
      JSON.stringify([
        { email: 'a@acme.example', username: 'ann', user_id: 'ann-1', password_hash: bcrypt },
        { email: 'b@acme.example', ...digest('argon2', argon2) },
        { email: 'c@acme.example', ...digest('pbkdf2', pbkdf2) },
        { email: 'd@acme.example', ...digest('md4', 'ff') },
        {
          email: 'e@acme.example',
          ...digest('bcrypt', bcrypt),
          mfa_factors: [{ totp: { secret: 'JBSWY3DPEHPK3PXP' } }],
        },
      ]),
    );
    const read = await readItems(auth0, { type: 'file', path }, 'acme');
    const types = ['ann', 'b@acme.example', 'c@acme.example', 'd@acme.example', 'e@acme.example'].map(
      (name) => named(read, 'user', name)?.digest?.passwordType,
    );
    expect(types).toEqual(['bcrypt', 'argon2id', 'pbkdf2', undefined, 'bcrypt']);
    expect(named(read, 'user', 'c@acme.example')?.digest?.password).toBe(
      `$pbkdf2-sha512$i=100000$KNyFsA2rXQE$${'d'.repeat(86)}`,
    );
    expect(named(read, 'user', 'ann')?.fields.id).toBe('auth0|ann-1');
    expect(named(read, 'user', 'e@acme.example')?.totp).toBe('JBSWY3DPEHPK3PXP');
    expect(lossesOf(read, 'user "d@acme.example"')).toHaveLength(1);
  });

  test('a digest without an id is joined by the email', async () => {
    const place = makeFolder();
    place.write(
      'a.json',
      JSON.stringify([{ email: 'Zoe@acme.example', password_hash: undefined, user_id: undefined }]),
    );
    place.write('b.json', JSON.stringify([{ email: 'zoe@acme.example', password_hash: '' }]));
    place.write('c.ndjson', lines(sent('zoe')));
    const read = await readItems(auth0, { type: 'folder', path: place.path }, 'acme');
    place.remove();
    expect(named(read, 'user', 'zoe@acme.example')?.digest?.password).toBe(bcrypt);
  });
});

test('the organization has the prefix of most phones, and takes those of other countries', async () => {
  const phones = ['+4915112345678', '+4930123456', '+14155550123'];
  const users = phones.map((phone_number, at) => ({ user_id: `sms|${at}`, phone_number, phone_verified: true }));
  const path = folder.write('phones.ndjson', lines(...users));
  const read = await readItems(auth0, { type: 'file', path }, 'acme');
  expect(named(read, 'organization', 'acme')?.fields).toMatchObject({ phonePrefix: '49', allowForeignPhones: true });
  expect(read.objects.slice(1).map(({ fields }) => fields.phone)).toEqual(['15112345678', '30123456', '+14155550123']);
});

test('a user id that is too long is named, because the subject changes', async () => {
  const id = `samlp|acme|${'x'.repeat(100)}`;
  const path = folder.write('long.ndjson', lines({ user_id: id, email: 'long@acme.example' }));
  const read = await readItems(auth0, { type: 'file', path }, 'acme');
  expect(named(read, 'user', 'long@acme.example')?.fields.id).toBeUndefined();
  expect(read.losses.map(({ lost }) => lost)).toContain('the ID');
});

test('without an organization, a sentence says how to name one', async () => {
  const path = folder.write('users.ndjson', lines(exported));
  await expect(readItems(auth0, { type: 'file', path })).rejects.toThrow(BrokenSource);
  await expect(readItems(auth0, { type: 'file', path })).rejects.toThrow('--organization');
});
