import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { testSource } from '@doorwright/api/providers/directories/test-source.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostile, startDoor, startHostile } from '../../decisions/policy-databases.ts';
import {
  depsOf,
  mariaDatabase,
  type OtherDatabase,
  postgresDatabase,
  readAll,
  sqliteDatabase,
  syncerOf,
} from './world.ts';

const failed = (code: string, field: string) => ({ problem: { code, field } });
const fill = async ({ run }: OtherDatabase) => {
  await run('CREATE TABLE people (id varchar(40) PRIMARY KEY, name varchar(100))');
  await run("INSERT INTO people VALUES ('u1', 'alice')");
};

describe.each([
  { title: 'Postgres', start: postgresDatabase },
  { title: 'MariaDB', start: mariaDatabase },
])('$title', ({ start }) => {
  let database: OtherDatabase;
  beforeAll(async () => {
    database = await start();
    await fill(database);
  });
  afterAll(() => database?.stop());

  test.each([
    ['a wrong password', { password: 'wrong' }, 'database-login-refused', 'password'],
    ['a missing database', { database: 'nowhere' }, 'database-missing', 'database'],
    ['a port where nobody listens', { port: 1 }, 'database-unreachable', 'host'],
    ['an unknown host', { host: 'nobody.invalid' }, 'database-unreachable', 'host'],
    ['no host', { host: '' }, 'database-incomplete', 'host'],
  ])('%s is told in words at its field', async (_what, own, code, field) => {
    await expect(readAll(database, own)).rejects.toMatchObject(failed(code, field));
  });

  test('the connection test calls a table that takes too long slow, and not away', async () => {
    const isPostgres = database.place.databaseType === 'postgres';
    const sleep = isPostgres ? 'pg_sleep(20)::text' : 'CAST(sleep(20) AS char)';
    await database.run(`CREATE VIEW slow AS SELECT id, ${sleep} AS name FROM people`);
    const object = syncerOf(database, { table: 'slow' });
    const tested = await testSource({ kind: 'syncer', organization: 'acme', object }, depsOf(database));
    expect(tested).toEqual({ problem: { code: 'database-too-slow', field: 'host' }, people: [] });
  });

  test('17.12 a reading changes nothing, even where its user may', async () => {
    const isPostgres = database.place.databaseType === 'postgres';
    await database.run('CREATE TABLE log (id varchar(40) PRIMARY KEY, name varchar(100))');
    if (isPostgres) {
      await database.run(
        `CREATE FUNCTION writes() RETURNS SETOF log AS 'INSERT INTO log VALUES (''x'', ''y'') RETURNING *' LANGUAGE sql`,
      );
      await database.run('CREATE VIEW trap AS SELECT * FROM writes()');
    } else {
      await database.run(
        "CREATE FUNCTION writes() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO log VALUES ('x', 'y'); RETURN 1; END",
      );
      await database.run('CREATE VIEW trap AS SELECT writes() AS id, 1 AS name');
    }
    await expect(readAll(database, { table: 'trap' })).rejects.toMatchObject({ problem: { field: 'table' } });
    expect(await database.rows('SELECT * FROM log')).toEqual([]);
  });

  test('S48 a host in a network that the organization may not reach is not called', async () => {
    const door = await startDoor(database.place.port as number);
    for (const host of ['10.1.2.3', '169.254.169.254', '::ffff:10.1.2.3'])
      await expect(readAll(database, { host, port: door.port })).rejects.toMatchObject({ code: 'egress-refused' });
    const elsewhere = { host: '127.0.0.1', port: door.port, organization: 'beta' };
    await expect(readAll(database, elsewhere)).rejects.toMatchObject({ code: 'egress-refused' });
    expect(door.connections()).toBe(0);
    door.stop();
  });
});

describe('TLS', () => {
  let database: Awaited<ReturnType<typeof mariaDatabase>>;
  beforeAll(async () => {
    database = await mariaDatabase();
    await fill(database);
    await database.run('ALTER USER reader REQUIRE SSL');
  });
  afterAll(() => database?.stop());
  const read = (own: Partial<Syncer>) => readAll(database, own).then(({ people }) => people.length);
  const refused = failed('database-untrusted', 'caCertificate');

  test('a server that wants encryption refuses a connection without it', async () => {
    await expect(read({ sslMode: 'disable' })).rejects.toMatchObject(failed('database-login-refused', 'password'));
  });

  test('the mode require encrypts, and checks no certificate', async () => {
    expect(await read({ sslMode: 'require' })).toBe(1);
  });

  test('the mode verify-full accepts the certificate of an own authority for the right host only', async () => {
    const { certificate: caCertificate } = database;
    expect(await read({ sslMode: 'verify-full', host: 'localhost', caCertificate })).toBe(1);
    await expect(read({ sslMode: 'verify-full', host: 'localhost' })).rejects.toMatchObject(refused);
    await expect(read({ sslMode: 'verify-full', host: '127.0.0.1', caCertificate })).rejects.toMatchObject(refused);
  });
});

const plainServers: [string, (socket: Socket) => unknown][] = [
  ['postgres', (socket) => socket.once('data', () => socket.write('N'))],
  // A prelogin answer of SQL Server (TDS 7.4) that offers no encryption: VERSION, ENCRYPTION = 2, TERMINATOR.
  [
    'mssql',
    (socket) =>
      socket.once('data', () => {
        const options = [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, 2];
        socket.write(Buffer.from([4, 1, 0, options.length + 8, 0, 0, 1, 0, ...options]));
      }),
  ],
  ['oracle', (socket) => socket.once('data', () => socket.write(Buffer.alloc(64, 1)))],
];

describe('a server without TLS gets no password', () => {
  test.each(plainServers)('%s', async (databaseType, answer) => {
    const sent: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('data', (data) => sent.push(data));
      answer(socket);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const place = {
      databaseType,
      host: '127.0.0.1',
      port,
      user: 'sa',
      password: 'secret',
      database: 'd',
      sslMode: 'require',
    };
    const database = { place: place as Partial<Syncer> } as OtherDatabase;
    await expect(readAll(database)).rejects.toMatchObject(failed('database-untrusted', 'caCertificate'));
    expect(Buffer.concat(sent).includes('secret')).toBe(false);
    // The driver of SQL Server disguises the password, so no packet of its sign-in (LOGIN7, type 16) may follow.
    expect(sent.filter(([type]) => databaseType === 'mssql' && type === 16)).toEqual([]);
    server.close();
  });
});

describe('S7 a hostile database harms nobody', () => {
  const dialects = ['postgres', 'mysql', 'mssql', 'oracle'];
  const place = (databaseType: string, port: number) =>
    ({
      ...{ databaseType, host: '127.0.0.1', port, user: 'u', password: 'p', database: 'd', sslMode: 'disable' },
    }) as Partial<Syncer>;

  test.each(dialects)('%s: nobody listens', async (dialect) => {
    const database = { place: place(dialect, 1) } as OtherDatabase;
    await expect(readAll(database)).rejects.toMatchObject(failed('database-unreachable', 'host'));
  });

  test.each(dialects)('%s: an answer of nonsense, and one that is too long', async (dialect) => {
    const nonsense = await startHostile((socket) => socket.write(Buffer.alloc(4000, 0x7f)) && socket.end());
    await expect(readAll({ place: place(dialect, nonsense.port) } as OtherDatabase)).rejects.toMatchObject({
      problem: { code: expect.stringMatching(/^database-/) },
    });
    nonsense.stop();
  });

  test('an answer without end closes the connection', async () => {
    const server = await startHostile(hostile.tooLong);
    const database = { place: place('postgres', server.port) } as OtherDatabase;
    await expect(readAll(database)).rejects.toMatchObject(failed('database-too-large', 'table'));
    server.stop();
  });
});

describe('files of SQLite', () => {
  let database: OtherDatabase;
  const folder = () => database.sqliteFolder as string;
  beforeAll(async () => {
    database = await sqliteDatabase();
    await fill(database);
    mkdirSync(join(folder(), 'beta'));
    writeFileSync(join(folder(), 'beta', 'other.db'), '');
    symlinkSync(join(folder(), 'beta', 'other.db'), join(folder(), 'acme', 'link.db'));
    symlinkSync('/etc/passwd', join(folder(), 'acme', 'passwd'));
    writeFileSync(join(folder(), 'acme', 'text.db'), 'This is no database, whatever its name says.'.repeat(99));
  });
  afterAll(() => database?.stop());

  test('are not read without the setting of their folder', async () => {
    const { sqliteFolder: _, ...without } = database;
    await expect(readAll(without)).rejects.toMatchObject(failed('database-files-off', 'database'));
  });

  test('are read by a path in the folder of the organization, and by the whole path', async () => {
    expect((await readAll(database)).people).toHaveLength(1);
    expect((await readAll(database, { database: join(folder(), 'acme', 'people.db') })).people).toHaveLength(1);
  });

  test.each([
    '../beta/other.db',
    'link.db',
    'passwd',
    '/etc/passwd',
    '../../../etc/passwd',
    '.',
    '',
    'nowhere.db',
    'text.db',
  ])('17.12 the path %s leads nowhere', async (path) => {
    await expect(readAll(database, { database: path })).rejects.toMatchObject(failed('database-no-file', 'database'));
  });

  test.each(['..', '.', 'beta/../acme'])('17.12 an organization of the name %s has no folder', async (organization) => {
    await expect(readAll(database, { organization })).rejects.toMatchObject(failed('database-no-file', 'database'));
  });
});
