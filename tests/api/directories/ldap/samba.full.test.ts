import { bindAs } from '@doorwright/api/providers/directories/ldap/passwords/bind-as.ts';
import { changePassword } from '@doorwright/api/providers/directories/ldap/passwords/change-password.ts';
import { policyOf } from '@doorwright/api/providers/directories/ldap/passwords/policy-of.ts';
import type { LdapSource } from '@doorwright/api/providers/directories/ldap/source.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { domain, type Samba, startSamba } from '../../../harness/samba/samba.ts';
import { egress, open, readAll, sourceAt } from './opened.ts';

const people = `CN=Users,${domain.baseDn}`;
const secret = (password: string) => Buffer.from(`"${password}"`, 'utf16le').toString('base64');

const user = (name: string, control: number, more = '') => `dn: CN=${name} Example,${people}
changetype: add
objectClass: user
sAMAccountName: ${name}
givenName: ${name}
sn: Example
mail: ${name}@example.test
unicodePwd:: ${secret(`${name}-First-secret`)}
userAccountControl: ${control}
${more}`;

const group = (name: string, ...members: string[]) => `dn: CN=${name},${people}
changetype: add
objectClass: group
sAMAccountName: ${name}
${members.map((member) => `member: CN=${member},${people}`).join('\n')}
`;

/** 2020-01-01 in the time of Windows. */
const longAgo = '132223104000000000';

let samba: Samba;
beforeAll(async () => {
  samba = await startSamba();
  const ldif = [
    ...[
      user('ada', 512),
      user('bob', 514),
      user('old', 512, `accountExpires: ${longAgo}\n`),
      user('cleo', 512, 'pwdLastSet: 0\n'),
    ],
    ...[group('cooks', 'ada Example'), group('kitchen', 'cooks', 'bob Example')],
  ];
  await samba.change(ldif.join('\n'));
}, 400_000);
afterAll(() => samba?.stop());

const source = (more: Partial<LdapSource> = {}): LdapSource =>
  sourceAt(samba, { ...domain, host: samba.host, directoryType: 'Active Directory', ...more });
const parts = () => ({ egress, signal: AbortSignal.timeout(20_000) });
const signIn = (loginName: string, password: string) => bindAs(source(), { loginName, password }, parts());

test('Active Directory: people, blocked accounts, nested groups and the first group are read', async () => {
  const reader = await open(source());
  const found = (await readAll(reader)).people;
  const of = (name: string) => found.find(({ fields }) => fields.name === name);
  expect(of('ada')).toMatchObject({
    key: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    fields: { displayName: 'ada Example', email: 'ada@example.test', isForbidden: false, affiliation: 'example.test' },
    groups: expect.arrayContaining(['cooks', 'kitchen', 'Domain Users']),
  });
  expect([of('bob'), of('old')].map((each) => each?.fields.isForbidden)).toEqual([true, true]);
  expect(of('bob')?.groups).not.toContain('cooks');
  expect(await reader.groups()).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'cooks', parent: 'kitchen' })]),
  );
  const again = await readAll(reader, { keys: [of('ada')?.key ?? ''] });
  expect(again.people.map(({ key }) => key)).toEqual([of('ada')?.key]);
});

test('Active Directory is recognized where the type is still OpenLDAP', async () => {
  const reader = await open(source({ directoryType: 'OpenLDAP', groupUse: 'None' }));
  expect(reader.template.id).toBe('objectGUID');
});

test('Active Directory: a reading since a position has who changed since then, by the number of the server', async () => {
  const first = await open(source({ groupUse: 'None' }));
  const since = (await first.position()) ?? '';
  expect(since).toMatch(/^uSNChanged [\da-f]{16} \d+$/);
  expect((await readAll(first, { since })).people).toEqual([]);
  await samba.change(`dn: CN=ada Example,${people}\nchangetype: modify\nreplace: title\ntitle: Cook\n`);
  const { people: changed } = await readAll(await open(source({ groupUse: 'None' })), { since });
  expect(changed.map(({ fields }) => [fields.name, fields.title])).toEqual([['ada', 'Cook']]);
});

test('Active Directory: a password signs in, is changed by its owner under the policy, and is read back', async () => {
  const { isRight, person } = await signIn('ada', 'ada-First-secret');
  expect(isRight).toBe(true);
  const key = person?.key ?? '';
  expect(await policyOf(source(), key, parts())).toEqual({ minLength: 10, history: 3, minClasses: 3 });
  const change = (old: string, next: string) => changePassword(source(), { key, old, next }, parts());
  expect((await change('ada-First-secret', 'Short-1')).problem?.code).toMatch(/^directory-password-(short|weak)$/);
  expect((await change('wrong', 'ada-Second-secret')).problem).toEqual({ code: 'password-incorrect' });
  expect(await change('ada-First-secret', 'ada-Second-secret')).toEqual({});
  expect(await signIn('ada', 'ada-Second-secret')).toMatchObject({ isRight: true });
  expect((await change('ada-Second-secret', 'ada-First-secret')).problem?.code).toMatch(/^directory-password-/);
});

test('Active Directory: a disabled account does not sign in with its right password', async () => {
  expect(await signIn('bob', 'bob-First-secret')).toMatchObject({ isRight: false });
});

test('Active Directory: a password that must be changed is told with the right one alone, and changed with it', async () => {
  const wrong = await signIn('cleo', 'wrong-First-secret');
  expect([wrong.isRight, wrong.problem]).toEqual([false, undefined]);
  const right = await signIn('cleo', 'cleo-First-secret');
  expect(right).toMatchObject({ isRight: false, problem: { code: 'directory-password-expired' } });
  const change = (old: string, next: string) =>
    changePassword(source(), { key: right.person?.key ?? '', old, next }, parts());
  expect((await change('wrong-First-secret', 'cleo-Second-secret')).problem).toEqual({ code: 'password-incorrect' });
  expect((await change('cleo-First-secret', 'Short-1')).problem?.code).toMatch(/^directory-password-(short|weak)$/);
  expect(await change('cleo-First-secret', 'cleo-Second-secret')).toEqual({});
  expect(await signIn('cleo', 'cleo-Second-secret')).toMatchObject({ isRight: true });
});
