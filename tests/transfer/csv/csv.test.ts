import { BrokenSource } from '@doorwright/transfer/contract.ts';
import { csv } from '@doorwright/transfer/csv/csv.ts';
import { findFormat } from '@doorwright/transfer/formats.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder } from '../files.ts';
import { lossesOf, named, type Read, readItems } from '../read-items.ts';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

let files = 0;
function readTable(content: string): Promise<Read> {
  const path = folder.write(`people-${++files}.csv`, content);
  return readItems(csv, { type: 'file', path }, 'acme');
}

const bcrypt = `$2a$10$${'a'.repeat(53)}`;

describe('a table of people', () => {
  let read: Read;
  beforeAll(async () => {
    read = await readTable(
      `\uFEFFusername,E-Mail,First Name,surname,name,password,passwordHash,passwordType,passwordSalt,groups,roles,enabled,score,address,properties.team,Shoe size
alice,alice@acme.example,Alice,Ames,"Alice ""Al"" Ames"," with blanks ",,,,berlin;germany,admins,yes,7,Main Street 1;Berlin,red,38
bob,bob@acme.example,Bob,,"Bob,
the second",,${bcrypt},,,germany,,no,x,,,
,carol@acme.example,,,,,322d3fef02fc39251436cb4522d29a71,md5-salt,abc,,,,,,,
dave,dave@acme.example,,,,,322d3fef02fc39251436cb4522d29a71,,,,,,,,,
,,,Nobody,,,,,,,,,,,,
`,
    );
  });

  test('its columns have our names or usual ones', () => {
    expect(named(read, 'user', 'alice')).toEqual({
      ...{ kind: 'user', from: 'line 2' },
      fields: {
        ...{ owner: 'acme', name: 'alice', email: 'alice@acme.example', firstName: 'Alice', lastName: 'Ames' },
        ...{ displayName: 'Alice "Al" Ames', score: 7, address: ['Main Street 1', 'Berlin'] },
        properties: { team: 'red' },
      },
      digest: { passwordType: 'plain', password: ' with blanks ', passwordSalt: '' },
      ...{ groups: ['berlin', 'germany'], roles: ['admins'] },
    });
  });

  test('a digest says how it was made, by its form or its column', () => {
    expect(named(read, 'user', 'bob')?.digest).toEqual({ passwordType: 'bcrypt', password: bcrypt, passwordSalt: '' });
    expect(named(read, 'user', 'carol@acme.example')?.digest).toMatchObject({
      ...{ passwordType: 'md5-salt', passwordSalt: 'abc' },
    });
    expect(named(read, 'user', 'dave')?.digest).toBeUndefined();
    expect(lossesOf(read, 'line 6')).toEqual(['the password']);
  });

  test('a cell can have several lines, and a user who is not enabled is blocked', () => {
    expect(named(read, 'user', 'bob')?.fields).toMatchObject({ displayName: 'Bob,\nthe second', isForbidden: true });
  });

  test('groups and roles come before their users', () => {
    const others = read.objects.filter(({ kind }) => kind === 'group' || kind === 'role');
    expect(others.map(({ kind, fields }) => `${kind} ${fields.name}`)).toEqual([
      'group berlin',
      'group germany',
      'role admins',
    ]);
  });

  test('an unknown column is named once, and a value of another form with its line', () => {
    expect(lossesOf(read, 'the header')).toEqual(['columns "Shoe size"']);
    expect(lossesOf(read, 'line 4')).toEqual(['score "x"']);
    expect(lossesOf(read, 'line 7')).toEqual(['the line']);
  });
});

test.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])('columns can be separated by %s', async (_, delimiter) => {
  const lines = [
    ['name', 'mail'],
    ['alice', 'alice@acme.example'],
  ].map((cells) => cells.join(delimiter));
  const read = await readTable(lines.join('\r\n'));
  expect(named(read, 'user', 'alice')?.fields.email).toBe('alice@acme.example');
});

test('the organization has the prefix of most phones and takes those of other countries, and a phone without a country stays as it is', async () => {
  const read = await readTable(
    'name,mobile\nalice,+49 30 123456\nbob,0049151 12345678\ncarol,030 9876\ndave,+1 415 555 0123\n',
  );
  expect(named(read, 'organization', 'acme')?.fields).toMatchObject({ phonePrefix: '49', allowForeignPhones: true });
  const phones = read.objects.slice(1).map(({ fields }) => fields.phone);
  expect(phones).toEqual(['30123456', '15112345678', '030 9876', '+14155550123']);
});

test('a broken line is named with its number, and the others are taken', async () => {
  const read = await readTable(
    'name,email\nalice,alice@acme.example\nbob\nca"rol,carol@acme.example\ndave,dave@acme.example\n',
  );
  expect(lossesOf(read, 'line 3')).toEqual(['the line']);
  expect(lossesOf(read, 'line 4')).toEqual(['the line']);
  expect(read.objects.filter(({ kind }) => kind === 'user').map(({ fields }) => fields.name)).toEqual([
    'alice',
    'dave',
  ]);
});

test('the right to administer everything cannot come with a table', async () => {
  const read = await readTable('name,isAdmin,isGlobalAdmin\nalice,true,true\n');
  expect(named(read, 'user', 'alice')?.fields).toEqual({ owner: 'acme', name: 'alice', isAdmin: true });
  expect(lossesOf(read, 'the header')).toEqual(['columns "isGlobalAdmin"']);
});

test('a file with people in its header is known as a table, and another one is not', async () => {
  const table = folder.write('known.csv', 'login;mail\nalice;alice@acme.example\n');
  expect((await findFormat({ type: 'file', path: table })).name).toBe('csv');
  const other = folder.write('other.csv', 'product,price\nshoe,10\n');
  await expect(findFormat({ type: 'file', path: other })).rejects.toThrow(BrokenSource);
});

test('without an organization, a sentence says how to name one', async () => {
  const path = folder.write('alone.csv', 'name\nalice\n');
  await expect(readItems(csv, { type: 'file', path })).rejects.toThrow('--organization');
});
