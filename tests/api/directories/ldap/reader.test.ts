import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOf, entry, group, groupDn, person, personDn } from '../../../harness/slapd/entries.ts';
import { type Directory, startSlapd, suffix } from '../../../harness/slapd/slapd.ts';
import { open, readAll, sourceAt } from './opened.ts';

let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      person('ada', {
        ...{ uidNumber: '7', gidNumber: '77', mail: ['ada@example.com', 'second@example.com'] },
        ...{ postalAddress: 'Main Street 1$London', mobile: '+44 20', title: 'Engineer', employeeType: 'TRUE' },
      }),
      person('bob'),
      person('late', { shadowExpire: '1' }),
      person('in-time', { shadowExpire: '90000' }),
      person('ümit, jr', { cn: 'Ümit (jr) *' }),
      group('cooks', personDn('ada')),
      group('kitchen', groupDn('cooks'), personDn('bob')),
      // A circle of groups.
      group('house', groupDn('kitchen'), groupDn('circle')),
      group('circle', groupDn('house')),
      entry(groupDn('posix'), { objectClass: 'posixGroup', cn: 'posix', gidNumber: '5', memberUid: ['bob', 'ada'] }),
      entry(groupDn('primary'), { objectClass: 'posixGroup', cn: 'primary', gidNumber: '77' }),
      entry(`ou=more,ou=groups,${suffix}`, { objectClass: 'organizationalUnit', ou: 'more' }),
      entry(`cn=cooks,ou=more,ou=groups,${suffix}`, {
        ...{ objectClass: 'groupOfUniqueNames', cn: 'cooks', uniqueMember: `UID=bob , OU=People,${suffix}` },
      }),
    ),
  });
});
afterAll(() => directory?.stop());

const named = async (more = {}) => {
  const reader = await open(sourceAt(directory, more));
  const { people } = await readAll(reader);
  return { reader, people, of: (name: string) => people.find(({ fields }) => fields.name === name) };
};

test('a person has the fields of the directory type, its stable ID, and names for a taken name', async () => {
  const { of } = await named();
  const ada = of('ada');
  expect(ada?.key).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  expect(ada).toMatchObject({
    label: personDn('ada'),
    otherNames: ['ada_7', expect.stringMatching(/^ada_7_[\da-f]{12}$/)],
    fields: {
      ...{
        displayName: 'ada Example',
        firstName: 'ada',
        lastName: 'Example',
        email: 'ada@example.com',
        phone: '+44 20',
      },
      ...{ address: ['Main Street 1, London'], title: 'Engineer', ldap: ada?.key, isForbidden: false },
      ...{ affiliation: 'example.com', tag: 'tools' },
    },
  });
});

test('own attributes fill fields in place of those of the type, and never a password', async () => {
  const attributes = [
    { attribute: 'cn', field: 'Name' as const },
    { attribute: 'employeeType', field: 'IsAdmin' as const },
    { attribute: 'uidNumber', field: 'Score' as const },
    { attribute: 'sn', field: 'Password' as const },
    { attribute: 'sn', field: 'IsGlobalAdmin' as const },
  ];
  const { of } = await named({ attributes, filter: '(mail=*)' });
  expect(of('ada Example')?.fields).toMatchObject({ isAdmin: true, score: 7 });
  expect(Object.keys(of('ada Example')?.fields ?? {})).not.toContain('password');
  expect(Object.keys(of('ada Example')?.fields ?? {})).not.toContain('isGlobalAdmin');
});

test('an account past its last day is blocked, and one before it is not', async () => {
  const { of } = await named();
  expect([of('late'), of('in-time'), of('bob')].map((each) => each?.fields.isForbidden)).toEqual([true, false, false]);
});

describe('groups', () => {
  test('a person is in their groups, in the groups around these, and in the first group of a POSIX account', async () => {
    const { of } = await named();
    expect(of('ada')?.groups).toEqual(['circle', 'cooks', 'house', 'kitchen', 'posix', 'primary'].sort());
    const bob = of('bob')?.groups ?? [];
    expect(bob).toEqual(expect.arrayContaining(['kitchen', 'house', 'circle', 'posix']));
    // The other group of the name `cooks` is named apart, and its member is written in another way.
    expect(bob.filter((name) => name.startsWith('cooks'))).toHaveLength(1);
    expect(of('late')?.groups).toEqual([]);
  });

  test('a group keeps the group that contains it, and a circle has no parents', async () => {
    const { reader } = await named();
    const groups = await reader.groups();
    const parents = Object.fromEntries(groups.map(({ name, parent }) => [name, parent]));
    expect(parents).toMatchObject({ kitchen: 'house', house: undefined, circle: undefined, posix: undefined });
    expect(groups.filter(({ displayName }) => displayName === 'cooks')).toHaveLength(2);
  });

  test('a source that does not use groups reads none', async () => {
    const { reader, of } = await named({ groupUse: 'None' });
    expect(await reader.groups()).toEqual([]);
    expect(of('ada')?.groups).toBeUndefined();
  });
});

test('chosen people are read by their ID', async () => {
  const { reader, of } = await named();
  const keys = [of('bob')?.key ?? '', of('ümit, jr')?.key ?? '', '(uid=*)'];
  const { people } = await readAll(reader, { keys });
  expect(people.map(({ fields }) => fields.displayName).sort()).toEqual(['bob Example', 'Ümit (jr) *']);
});

describe('a reading since a position', () => {
  test('has the people who changed, and everybody after a change of a group or of the settings', async () => {
    const source = sourceAt(directory, { groupUse: 'None' });
    const first = await open(source);
    const everybody = (await readAll(first)).people.length;
    // As if the first reading was an hour ago: all entries are older than the overlap then.
    const at = (await first.position()) ?? '';
    const [attribute, scope, time] = at.split(' ');
    expect(attribute).toBe('modifyTimestamp');
    const later = `${attribute} ${scope} ${Number(time) + 125_000}`;
    expect((await readAll(await open(source), { since: later })).people).toEqual([]);
    expect((await readAll(await open(source), { since: at })).people).toHaveLength(everybody);
    const foreign = later.replace(String(scope), 'f'.repeat(16));
    expect((await readAll(await open(source), { since: foreign })).people).toHaveLength(everybody);
    const other = sourceAt(directory, { groupUse: 'None', filter: '(uid=*)' });
    expect((await readAll(await open(other), { since: later })).people).toHaveLength(everybody);
  });
});
