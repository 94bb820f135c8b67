import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase32 } from '../../harness/one-time-code.ts';
import { type Export, readRealm } from './realm.ts';

type User = NonNullable<Export['users']>[number];

const credential = (type: string, secretData: unknown, credentialData: unknown, more = {}) => ({
  ...{ type, secretData: JSON.stringify(secretData), credentialData: JSON.stringify(credentialData), ...more },
});
const otp = (own: Record<string, unknown> = {}, more = {}) =>
  credential(
    'otp',
    { value: 'AB cd12345678' },
    { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1', counter: 0, ...own },
    more,
  );
const one = (user: Partial<User>, realm: Partial<Export> = {}) =>
  readRealm({ ...realm, users: [{ id: '6f0d', username: 'nora', enabled: true, ...user } as User] });

test('a user keeps their subject, names, contacts and state', async () => {
  const found = await one({
    ...{ email: 'nora@example.com', emailVerified: true, firstName: 'Nora', lastName: 'Helmer', enabled: false },
    createdTimestamp: 1_700_000_000_000,
    requiredActions: ['UPDATE_PASSWORD', 'CONFIGURE_TOTP', 'VERIFY_EMAIL', 'webauthn-register'],
    attributes: {
      ...{ phoneNumber: ['+49 170 1234567'], phoneNumberVerified: ['true'], locale: ['de'] },
      ...{ costCentre: ['4711'], hats: ['red', 'blue'] },
    },
  });
  expect(found.fields('user')).toEqual({
    ...{
      owner: 'acme',
      name: 'nora',
      id: '6f0d',

      email: 'nora@example.com',
      emailVerified: true,
    },
    ...{ firstName: 'Nora', lastName: 'Helmer', displayName: 'Nora Helmer', createdTime: '2023-11-14T22:13:20.000Z' },
    ...{ isForbidden: true, phone: '491701234567', phoneVerified: true, language: 'de' },
    ...{ mustChangePassword: true, requireSecondFactor: true, properties: { costCentre: '4711', hats: 'red' } },
  });
  expect(found.lost('"nora"')).toEqual(['required actions webauthn-register', 'attribute hats: 1 more']);
});

test('a phone number without a country stays as a property', async () => {
  const found = await one({ attributes: { phone: ['0170 1234567'] } });
  expect(found.fields('user').properties).toEqual({ phone: '0170 1234567' });
  expect(found.fields('user').phone).toBeUndefined();
  expect(found.lost('"nora"')).toEqual(['phone 0170 1234567']);
});

test('a user name that no object can have is replaced, and told', async () => {
  const found = await one({ username: 'corp/nora' });
  expect(found.fields('user').name).toBe('corp-nora');
  expect(found.lost('"corp/nora"')).toEqual(['user name "corp/nora"']);
});

test('passwords, one-time passwords and recovery codes come in the forms that are verified here', async () => {
  const code = (text: string) => createHash('sha512').update(text).digest('base64');
  const [user] = (
    await one({
      credentials: [
        credential(
          'password',
          { value: 'aGFzaGhhc2hoYXNoaGFzaGhhc2g=', salt: 'c2FsdHNhbHQ=' },
          {
            hashIterations: 5,
            algorithm: 'argon2',
            additionalParameters: { type: ['id'], memory: ['7168'], parallelism: ['1'] },
          },
        ),
        otp(),
        credential(
          'recovery-authn-codes',
          { codes: [{ number: 2, encodedHashedValue: code('ABCD1234EFGH') }] },
          { hashIterations: 1, algorithm: 'RS512', totalCodes: 12, remaining: 1 },
        ),
      ],
    })
  ).of('user');
  expect(user?.digest).toEqual({
    ...{ passwordType: 'argon2id', passwordSalt: '' },
    password: '$argon2id$v=19$m=7168,t=5,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2g',
  });
  expect(fromBase32(user?.totp ?? '').toString()).toBe('AB cd12345678');
  expect(user?.recoveryDigests).toEqual([code('ABCD1234EFGH')]);
});

test('a secret that Keycloak keeps in base32 stays as it is', async () => {
  const secret = credential(
    'otp',
    { value: 'JBSWY3DPEHPK3PXP' },
    { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1', secretEncoding: 'BASE32' },
  );
  expect((await one({ credentials: [secret] })).of('user')[0]?.totp).toBe('JBSWY3DPEHPK3PXP');
});

test('apps, keys and passwords that cannot come are told with the reason', async () => {
  const { losses, of } = await one({
    credentials: [
      otp({ algorithm: 'HmacSHA512', digits: 8 }, { userLabel: 'Phone', priority: 1 }),
      otp({ subType: 'hotp' }, { priority: 2 }),
      otp({}, { userLabel: 'Tablet', priority: 3 }),
      otp({}, { userLabel: 'Watch', priority: 4 }),
      credential('webauthn', {}, {}, { userLabel: 'Key ring', priority: 5 }),
      credential('webauthn-passwordless', {}, {}, { priority: 6 }),
      credential('password', { value: 'x', salt: 'y' }, { hashIterations: 1, algorithm: 'scrypt' }, { priority: 7 }),
    ],
  });
  expect(of('user')[0]).toMatchObject({ totp: expect.any(String) });
  expect(losses.map(({ lost, why }) => `${lost}: ${why}`)).toEqual([
    'one-time password "Phone": digits 8, algorithm HmacSHA512 is not supported; the user sets up a new app',
    'one-time password: subType hotp is not supported; the user sets up a new app',
    'one-time password "Watch": a user has one app; the first one stays',
    'security key "Key ring": it is bound to the old address; the user adds it again',
    'passkey: it is bound to the old address; the user adds it again',
    'password: its algorithm is not supported; the user sets a new one by mail',
  ]);
});

test('the user of a program is no person, and nothing of them is lost', async () => {
  const found = await one({ serviceAccountClientId: 'reader', clientRoles: { 'realm-management': ['view-users'] } });
  expect([found.of('user'), found.losses]).toEqual([[], []]);
});

test('links to other services go into their fields, and the second one of a type is told', async () => {
  const oidc = (alias: string) => ({
    alias,
    providerId: 'oidc',
    config: { issuer: `https://${alias}.example`, clientId: 'c', clientSecret: 's' },
  });
  const found = await one(
    {
      federatedIdentities: [
        { identityProvider: 'google', userId: '12', userName: 'nora@gmail.com' },
        { identityProvider: 'one', userId: 'abc', userName: 'nora' },
        { identityProvider: 'two', userId: 'def', userName: 'nora' },
        { identityProvider: 'gone', userId: '1', userName: 'nora' },
      ],
    },
    { identityProviders: [{ alias: 'google', providerId: 'google', config: {} }, oidc('one'), oidc('two')] },
  );
  expect(found.fields('user')).toMatchObject({
    ...{ google: '12', openidconnect: 'abc' },
    properties: {
      oauth_OpenIDConnect_id: 'abc',
      oauth_OpenIDConnect_issuer: 'https://one.example',
      oauth_Google_id: '12',
    },
  });
  expect(found.lost('user "nora"')).toEqual(['link to gone', 'link to two']);
});
