import { bindAs } from '@doorwright/api/providers/directories/ldap/passwords/bind-as.ts';
import { changePassword } from '@doorwright/api/providers/directories/ldap/passwords/change-password.ts';
import { policyOf } from '@doorwright/api/providers/directories/ldap/passwords/policy-of.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOf, entry, person, personDn } from '../../../harness/slapd/entries.ts';
import { type Directory, startSlapd, suffix } from '../../../harness/slapd/slapd.ts';
import { egress, sourceAt } from './opened.ts';

const policyDn = `cn=default,ou=policies,${suffix}`;

let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    database: `overlay ppolicy\nppolicy_default "${policyDn}"\nppolicy_hash_cleartext`,
    ldif: directoryOf(
      entry(`ou=policies,${suffix}`, { objectClass: 'organizationalUnit', ou: 'policies' }),
      entry(policyDn, {
        ...{ objectClass: ['pwdPolicy', 'device'], cn: 'default', pwdAttribute: 'userPassword' },
        ...{ pwdMinLength: '10', pwdInHistory: '3', pwdCheckQuality: '2', pwdLockout: 'TRUE', pwdMaxFailure: '3' },
      }),
      person('ada', { mail: 'ada@example.com' }),
      person('bob'),
      person('twin'),
      entry(`cn=twin,ou=people,${suffix}`, { objectClass: 'inetOrgPerson', cn: 'twin', sn: 'T', uid: 'twin' }),
      person('a*'),
      person('none'),
    ),
  });
  const passwords = ['ada', 'bob', 'twin', 'a*'].map(
    (uid) => `dn: ${personDn(uid)}\nchangetype: modify\nreplace: userPassword\nuserPassword: ${uid}-first-secret\n`,
  );
  await directory.change(passwords.join('\n'));
});
afterAll(() => directory?.stop());

const parts = () => ({ egress, signal: AbortSignal.timeout(20_000) });
const source = () => sourceAt(directory);
const signIn = (loginName: string, password: string) => bindAs(source(), { loginName, password }, parts());

describe('a sign-in with the password of a directory', () => {
  test('takes the right password, and tells whose it is', async () => {
    const answer = await signIn('ada', 'ada-first-secret');
    expect(answer).toMatchObject({ isRight: true, person: { fields: { name: 'ada', email: 'ada@example.com' } } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test.for([
    ['a wrong password', 'ada', 'wrong'],
    ['an empty password, which some directories would take', 'ada', ''],
    ['a name that is a filter', '*', 'ada-first-secret'],
    ['a name that closes the filter', 'ada)(|(uid=*', 'ada-first-secret'],
    ['an unknown name', 'nobody', 'ada-first-secret'],
    ['an empty name', '', 'ada-first-secret'],
    ['a person without a password', 'none', 'anything'],
    ['the password of somebody else', 'bob', 'ada-first-secret'],
  ] as const)('refuses %s', async ([, name, password]) => {
    expect(await signIn(name, password)).toMatchObject({ isRight: false });
  });

  test('takes a name with a star as a name', async () => {
    expect(await signIn('a*', 'a*-first-secret')).toMatchObject({ isRight: true, person: { label: personDn('a*') } });
  });

  test('refuses a name that two people have', async () => {
    expect(await signIn('twin', 'twin-first-secret')).toEqual({
      isRight: false,
      problem: { code: 'ldap-several', params: { name: 'twin' } },
    });
  });

  test('fails with a problem of the directory while it is away, and not as a wrong password', async () => {
    const away = { ...source(), port: 1 };
    await expect(bindAs(away, { loginName: 'ada', password: 'x' }, parts())).rejects.toMatchObject({
      problem: { code: 'ldap-unreachable' },
    });
  });
});

describe('a new password', () => {
  const keyOf = async (name: string, password: string) => (await signIn(name, password)).person?.key ?? '';
  const change = async (old: string, next: string, more = {}) =>
    changePassword({ ...source(), ...more }, { key: await keyOf('ada', 'ada-first-secret'), old, next }, parts());

  test('is refused in words of the directory if it is too short or was used before', async () => {
    expect((await change('ada-first-secret', 'short')).problem).toMatchObject({ code: 'directory-password-short' });
    expect((await change('ada-first-secret', 'ada-first-secret')).problem).toMatchObject({
      code: 'directory-password-used',
    });
  });

  test('needs the old one, and an encrypted connection', async () => {
    expect((await change('wrong', 'ada-second-secret')).problem).toEqual({ code: 'password-incorrect' });
    expect((await change('ada-first-secret', 'ada-second-secret', { encryption: 'None' })).problem).toMatchObject({
      code: 'ldap-needs-tls',
    });
    expect(await signIn('ada', 'ada-first-secret')).toMatchObject({ isRight: true });
  });

  test('counts from then on, and the old one does not', async () => {
    const key = await keyOf('bob', 'bob-first-secret');
    const wanted = { key, old: 'bob-first-secret', next: 'bob-sécond-secret' };
    expect(await changePassword(source(), wanted, parts())).toEqual({});
    expect(await signIn('bob', 'bob-sécond-secret')).toMatchObject({ isRight: true });
    expect(await signIn('bob', 'bob-first-secret')).toMatchObject({ isRight: false });
    const again = { key, next: 'bob-third-secret' };
    expect(await changePassword(source(), again, parts())).toEqual({});
    expect(await signIn('bob', 'bob-third-secret')).toMatchObject({ isRight: true });
  });

  test('of a person who is gone has nobody to belong to', async () => {
    const wanted = { key: '11111111-1111-1111-1111-111111111111', next: 'a-long-secret' };
    expect((await changePassword(source(), wanted, parts())).problem).toMatchObject({ code: 'ldap-no-person' });
  });

  test('has rules that the directory tells', async () => {
    expect(await policyOf(source(), await keyOf('ada', 'ada-first-secret'), parts())).toEqual({
      minLength: 10,
      history: 3,
    });
  });
});

test('a person whom the directory locks after wrong passwords is blocked, and the right password is refused', async () => {
  expect((await signIn('a*', 'a*-first-secret')).person?.fields.isForbidden).toBe(false);
  for (let count = 0; count < 3; count++) await signIn('a*', 'wrong');
  const answer = await signIn('a*', 'a*-first-secret');
  expect(answer).toMatchObject({ isRight: false, person: { fields: { isForbidden: true } } });
});
