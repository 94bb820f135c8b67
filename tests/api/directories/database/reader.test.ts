import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, mariaDatabase, type OtherDatabase, postgresDatabase, readAll, sqliteDatabase } from './world.ts';

const dialects = [
  { title: 'Postgres', start: postgresDatabase, flag: 'boolean', yes: 'true', no: 'false', nul: undefined },
  { title: 'MariaDB', start: mariaDatabase, flag: 'bit(1)', yes: "b'1'", no: "b'0'", nul: 'CHAR(0)' },
  { title: 'SQLite', start: sqliteDatabase, flag: 'blob', yes: "x'01'", no: '0', nul: 'char(0)' },
];

describe.each(dialects)('$title', ({ start, flag, yes, no, nul }) => {
  let database: OtherDatabase;
  beforeAll(async () => {
    database = await start();
    await database.run(
      `CREATE TABLE people (id varchar(40) PRIMARY KEY, name varchar(100), first varchar(100), last varchar(100), mail varchar(100),
        blocked ${flag}, score varchar(20), street varchar(100), picture varchar(200), pass varchar(100), salt varchar(100), born text)`,
    );
    await database.run('CREATE TABLE places (id int PRIMARY KEY, name varchar(100))');
    await database.run("INSERT INTO places VALUES (7, 'Acme Berlin')");
    await database.run(
      `INSERT INTO people VALUES
        ('u1', 'alice', 'Alice', 'Ames', 'alice@example.com', ${yes}, '7', 'Main Street 1', 'https://cdn.example/a.png', '5f4d', 'pepper', NULL),
        ('u2', 'bob', 'Bob', NULL, NULL, ${no}, '8', NULL, 'https://other.example/b.png', NULL, NULL, NULL),
        ('u3', NULL, '', '', '', NULL, NULL, '', '', '', '', NULL)`,
    );
  });
  afterAll(() => database?.stop());

  const columns = [
    ...[column('id', 'Id'), column('name', 'Name'), column('last+first', 'DisplayName'), column('mail', 'Email')],
    ...[column('blocked', 'IsForbidden', { type: 'boolean' }), column('score', 'Score', { type: 'integer' })],
    ...[column('street', 'Address'), column('picture', 'Avatar'), column('pass', 'Password')],
    column('salt', 'PasswordSalt'),
  ];

  test('a row becomes a person in the fields of a user, with the digest of the table', async () => {
    const { people } = await readAll(database, {
      tableColumns: columns,
      avatarBaseUrl: 'https://cdn.example/',
      affiliationTable: 'places',
    });
    const compared = expect.arrayContaining(['id', 'name', 'displayName', 'email', 'isForbidden']);
    expect(people).toEqual([
      {
        compared,
        key: 'u1',
        label: 'alice',
        fields: {
          ...{ id: 'u1', name: 'alice', displayName: 'Ames Alice', email: 'alice@example.com', isForbidden: true },
          ...{ score: 7, address: ['Main Street 1'], avatar: 'a.png', affiliation: 'Acme Berlin' },
        },
        digest: { passwordType: 'md5-salt', password: '5f4d', passwordSalt: 'pepper' },
      },
      {
        ...{ key: 'u2', label: 'bob', fields: {}, compared },
        problem: { code: 'affiliation-unknown', params: { id: '8' }, field: 'affiliationTable' },
      },
      {
        ...{ key: 'u3', label: 'u3', compared },
        fields: {
          ...{ id: 'u3', name: 'u3', displayName: '', email: '', isForbidden: false, score: 0, address: [] },
          avatar: '',
        },
      },
    ]);
  });

  test('chosen people are read by their keys', async () => {
    const { people } = await readAll(database, {}, { keys: ['u3', 'u1', "'; DROP TABLE people; --"] });
    expect(people.map(({ key }) => key)).toEqual(['u1', 'u3']);
  });

  test('a value that is too long, has a NUL byte, is of another type or is not listed is a problem of its row only', async () => {
    await database.run(`INSERT INTO people (id, name, born) VALUES ('v1', 'carol', '${'x'.repeat(4001)}')`);
    await database.run("INSERT INTO people (id, name, score) VALUES ('v2', 'dave', 'many')");
    await database.run("INSERT INTO people (id, name, mail) VALUES ('v3', 'erin', 'none')");
    if (nul) await database.run(`INSERT INTO people (id, name, born) VALUES ('v4', 'frank', ${nul})`);
    const own = [
      ...[column('id', 'Id'), column('name', 'Name'), column('born', 'Bio'), column('score', 'Score')],
      column('mail', 'Email', { values: ['alice@example.com'] }),
    ];
    const { people } = await readAll(database, { tableColumns: own });
    const problems = people.filter(({ problem }) => problem).map(({ key, problem }) => [key, problem?.code]);
    expect(problems).toEqual([
      ['v1', 'value-unreadable'],
      ['v2', 'value-not-of-type'],
      ['v3', 'value-not-listed'],
      ...(nul ? [['v4', 'value-unreadable']] : []),
    ]);
    expect(people.find(({ key }) => key === 'u1')?.fields).toMatchObject({ name: 'alice' });
    await database.run("DELETE FROM people WHERE id LIKE 'v%'");
  });

  test.each([
    ['bigint', (n: number) => String(9_007_199_254_740_990n + BigInt(n))],
    ['varchar(40)', (n: number) => `'${'aAbBcCäÄ_- '[n % 11]}${n}'`],
  ])('everybody is read once in pages of 500, also by a key of the type %s', async (type, keyOf) => {
    await database.run('DROP TABLE IF EXISTS many');
    await database.run(`CREATE TABLE many (id ${type} PRIMARY KEY, name varchar(40))`);
    const values = Array.from({ length: 1234 }, (_, n) => `(${keyOf(n)}, 'p${n}')`);
    await database.run(`INSERT INTO many VALUES ${values.join(', ')}`);
    const { people, pages } = await readAll(database, { table: 'many' });
    expect(pages).toEqual([500, 500, 234]);
    expect(new Set(people.map(({ fields }) => fields.name)).size).toBe(1234);
    expect(people.map(({ key }) => key).toSorted()).toEqual(
      Array.from({ length: 1234 }, (_, n) => keyOf(n).replaceAll("'", '')).toSorted(),
    );
  });

  test('a column that is no key is refused, because people with equal values would be missed', async () => {
    await database.run('CREATE TABLE twins (id varchar(10), name varchar(10))');
    await database.run("INSERT INTO twins VALUES ('1', 'a'), ('1', 'b')");
    const refused = { problem: { code: 'database-key-repeated', params: { column: 'id' }, field: 'tablePrimaryKey' } };
    await expect(readAll(database, { table: 'twins' })).rejects.toMatchObject(refused);
    await database.run("UPDATE twins SET id = NULL WHERE name = 'b'");
    await expect(readAll(database, { table: 'twins' })).rejects.toMatchObject(refused);
  });

  test.each([
    ['a missing table', { table: 'nowhere' }, 'database-no-table', 'table'],
    [
      'a missing column',
      { tableColumns: [column('id', 'Id'), column('nix', 'Name')] },
      'database-no-column',
      'tableColumns',
    ],
    ['a missing key', { tablePrimaryKey: 'nix' }, 'database-no-column', 'tablePrimaryKey'],
    ['no columns', { tableColumns: [] }, 'database-incomplete', 'tableColumns'],
    ['no key', { tablePrimaryKey: '' }, 'database-incomplete', 'tablePrimaryKey'],
    ['a missing table of affiliations', { affiliationTable: 'nix' }, 'database-no-table', 'table'],
    ['S1 SQL in place of a table', { table: 'people" WHERE 1=1; DROP TABLE people; --' }, 'database-no-table', 'table'],
    [
      'S1 SQL in place of a column',
      { tableColumns: [column('id`, (SELECT 1) AS `x', 'Id')] },
      'database-no-column',
      'tableColumns',
    ],
  ])('%s is told in words at its field', async (_what, own, code, field) => {
    await expect(readAll(database, own)).rejects.toMatchObject({ problem: { code, field } });
  });

  test('reading stops when its caller gives up', async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(readAll(database, {}, { signal: gone.signal })).rejects.toThrow();
  });
});
