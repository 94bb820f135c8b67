import { writeUser } from '@doorwright/api/providers/directories/database/write-user.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  column,
  depsOf,
  mariaDatabase,
  type OtherDatabase,
  postgresDatabase,
  sqliteDatabase,
  syncerOf,
} from './world.ts';

const user = {
  ...{
    id: 'u1',
    name: "o'hara",
    displayName: "Al O'Hara",
    firstName: 'Al',
    lastName: 'O"Hara',
    email: 'al@example.com',
  },
  ...{ emailVerified: true, isForbidden: false, score: 12, address: ['Main Street', '1'], avatar: 'a.png' },
  ...{ password: '5f4d', passwordSalt: 'pepper', passwordType: 'md5-salt' },
} as unknown as User;

describe.each([
  { title: 'Postgres', start: postgresDatabase, flag: 'boolean' },
  { title: 'MariaDB', start: mariaDatabase, flag: 'tinyint(1)' },
  { title: 'SQLite', start: sqliteDatabase, flag: 'integer' },
])('$title', ({ start, flag }) => {
  let database: OtherDatabase;
  beforeAll(async () => {
    database = await start();
    await database.run(
      `CREATE TABLE people (id varchar(40) PRIMARY KEY, name varchar(40), first varchar(40), last varchar(40), mail varchar(40),
        verified ${flag}, blocked ${flag}, score int CHECK (score < 1000), street varchar(40), picture varchar(80), pass varchar(40))`,
    );
  });
  afterAll(() => database?.stop());
  const columns = [
    ...[column('id', 'Id'), column('name', 'Name'), column('first+last', 'DisplayName'), column('first', 'FirstName')],
    ...[
      column('last', 'LastName'),
      column('mail', 'Email'),
      column('verified', 'EmailVerified'),
      column('blocked', 'IsForbidden'),
    ],
    ...[column('score', 'Score'), column('street', 'Address'), column('picture', 'Avatar'), column('pass', 'Password')],
  ];
  const write = (written: User, change: Parameters<typeof writeUser>[2], own = {}) =>
    writeUser(
      syncerOf(database, { tableColumns: columns, avatarBaseUrl: 'https://cdn.example/', ...own }),
      written,
      change,
      depsOf(database),
    );
  const stored = async () =>
    (await database.rows('SELECT * FROM people')).map((row) =>
      row.map((each) => String(Number(each === true) || each)),
    );

  test('a user is added and changed with all mapped fields, also those that Casdoor 2022 left empty', async () => {
    await write(user, { mode: 'insert' });
    const [row] = await stored();
    expect(row).toEqual([
      ...['u1', "o'hara", 'Al', 'O"Hara', 'al@example.com', '1', row?.[6], '12', 'Main Street|1'],
      ...['https://cdn.example/a.png', '5f4d'],
    ]);
    expect(['0', 'false']).toContain(row?.[6]);
    const digest = { passwordType: 'argon2id', password: '$argon2id$' };
    await write({ ...user, ...digest, email: 'new@example.com', isForbidden: true } as User, {
      mode: 'update',
      key: 'u1',
    });
    // The table cannot hold a digest of another type, so it keeps its own.
    expect((await stored())[0]).toEqual([
      ...['u1', "o'hara", 'Al', 'O"Hara', 'new@example.com', '1', '1', '12', 'Main Street|1'],
      ...['https://cdn.example/a.png', '5f4d'],
    ]);
  });

  test('a second row of the key, and a row that is gone, are told', async () => {
    await expect(write(user, { mode: 'insert' })).rejects.toMatchObject({
      problem: { code: 'database-write-refused' },
    });
    await expect(write(user, { mode: 'update', key: 'nobody' })).rejects.toMatchObject({
      problem: { code: 'database-row-missing' },
    });
  });

  test('a value that a rule of the table forbids is told as a refused change, and not as a database that is away', async () => {
    await expect(write({ ...user, score: 1000 } as User, { mode: 'update', key: 'u1' })).rejects.toMatchObject({
      problem: { code: 'database-write-refused' },
    });
  });

  test('S1 a key is a value and never SQL', async () => {
    await expect(write(user, { mode: 'update', key: "x' OR '1'='1" })).rejects.toMatchObject({
      problem: { code: 'database-row-missing' },
    });
    await expect(write(user, { mode: 'insert' }, { table: 'people (id) VALUES (1); --' })).rejects.toMatchObject({
      problem: { code: 'database-no-table' },
    });
    expect(await database.rows('SELECT * FROM people')).toHaveLength(1);
  });
});
