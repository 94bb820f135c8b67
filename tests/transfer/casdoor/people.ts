import type { CasdoorRecord } from './records.ts';

const person = (owner: string, name: string, own: CasdoorRecord): CasdoorRecord => ({
  ...{ owner, name, createdTime: '2022-07-28T23:11:33+08:00', id: `id-of-${owner}-${name}`, type: 'normal-user' },
  ...{ displayName: name, email: `${name}@${owner}.example`, isAdmin: false, isForbidden: false, isDeleted: false },
  ...{ score: 2000, ranking: 1, signupApplication: owner === 'acme' ? 'shop' : 'portal', passwordSalt: '' },
  ...own,
});

/** The password of users whose password is stored as it is. Nobody could choose it here. */
export const plainPassword = 'letmein';

/** The password of all others. */
export const password = '123456';

/** The stored forms of this password, by type. Casdoor made them. */
const stored = {
  plain: { passwordType: 'plain', password: plainPassword },
  // The organization has the salt.
  salt: { password: '98ff559166ae1038238c66394141d93d3ca9f1457ae38cdcb49a3e7871a76f52' },
  md5: { passwordType: 'md5-salt', password: '322d3fef02fc39251436cb4522d29a71', passwordSalt: 'abc' },
  bcrypt: { password: '$2a$10$abcdefghijklmnopqrstuuxD0vCwu/f2ahNVJLL35ZYA2xuiRyPH6' },
  pbkdf2: {
    passwordType: 'pbkdf2-salt',
    password: 'ItJAE3b5Jr+qJdoizh1DGmLcgxE/wdwRuTACkkM/T11JX9pyNdTjvwUoytCt70oMsHwODbSa5kCAFcGDS9YG+w==',
    passwordSalt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
  },
  argon2: {
    passwordType: 'argon2id',
    password: '$argon2id$v=19$m=65536,t=1,p=2$MDEyMzQ1Njc4OWFiY2RlZg$YnvRWPP//t7c67U5q7Z/XAdkMH+ILQkp/LiHAFtdBLg',
  },
};

export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const recoveryCode = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A key of P-256 in COSE. Its point is the generator of the curve. */
export const passkeyPublicKey =
  'pQECAyYgASFYIGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU=';

const passkey = {
  ...{ ID: 'c2VjcmV0LWtleS1pZA==', PublicKey: passkeyPublicKey, AttestationType: 'none' },
  Authenticator: { AAGUID: '6puNZk0BHSE85La0jLV11A==', SignCount: 7, CloneWarning: false },
};

/** The users of the world, one for each type of password and more. */
export const people: CasdoorRecord[] = [
  person('built-in', 'admin', { ...stored.plain, isAdmin: true, isGlobalAdmin: true }),
  person('acme', 'alice', {
    ...stored.salt,
    ...{ firstName: 'Alice', lastName: 'Ames', phone: '15112345678', emailVerified: true, isAdmin: true },
    ...{ github: '12345', azuread: 'alice@acme.onmicrosoft.com', groups: ['acme/berlin'], tag: 'staff', region: 'DE' },
    properties: { oauth_GitHub_id: '12345', team: 'red' },
    webauthnCredentials: [passkey],
  }),
  person('acme', 'bob', {
    ...stored.plain,
    ...{ totpSecret, recoveryCodes: [recoveryCode], preferredMfaType: 'app', address: ['Main Street 1', 'Berlin'] },
  }),
  person('acme', 'carol', { ...stored.md5, isForbidden: true, mfaPhoneEnabled: true, preferredMfaType: 'sms' }),
  person('acme', 'dave', { ...stored.pbkdf2, isDeleted: true, deletedTime: '2024-01-01T00:00:00Z' }),
  person('acme', 'erin', { ...stored.argon2, needUpdatePassword: true, balance: 12.5 }),
  person('acme', 'frank', { passwordType: 'sha512-salt', password: 'ab'.repeat(64) }),
  person('acme', 'grace', { password: '', ldap: 'f3a1' }),
  person('globex', 'heidi', { ...stored.bcrypt, phone: '4155550123', countryCode: 'US' }),
  person('globex', 'ivan', { ...stored.bcrypt, phone: '7911123456', countryCode: 'GB', isGlobalAdmin: true }),
];
