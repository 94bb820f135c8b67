import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { verifyPassword } from '@doorwright/api/kinds/user/passwords/passwords.ts';
import { openReader } from '@doorwright/api/providers/directories/open-reader.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import { keycloakTable } from '@doorwright/crds/options/syncer-options.ts';
import { hash as argon2 } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depsOf, mariaDatabase, type OtherDatabase, postgresDatabase, readAll, syncerOf } from '../database/world.ts';

const credential = (algorithm: string, hashIterations: number, own: object, additionalParameters: object = {}) => [
  JSON.stringify({ ...own, additionalParameters: {} }),
  JSON.stringify({ hashIterations, algorithm, additionalParameters }),
];

/** Credentials as Keycloak stores them: sha256 until version 24, then sha512, argon2 since 25. */
async function credentials(): Promise<Record<string, string[]>> {
  const pbkdf2 = (digest: 'sha256' | 'sha512', rounds: number) => {
    const salt = randomBytes(16);
    const value = pbkdf2Sync(`password of ${digest}`, salt, rounds, 64, digest).toString('base64');
    return credential(`pbkdf2-${digest}`, rounds, { value, salt: salt.toString('base64') });
  };
  const made = (await argon2('password of argon2', { memoryCost: 7168, timeCost: 5, parallelism: 1 })).split('$');
  const [salt, value] = made.slice(4).map((part) => Buffer.from(part, 'base64').toString('base64'));
  return {
    u1: pbkdf2('sha256', 27_500),
    u2: pbkdf2('sha512', 210_000),
    u3: credential(
      'argon2',
      5,
      { value, salt },
      { memory: ['7168'], parallelism: ['1'], type: ['id'], version: ['1.3'] },
    ),
    u4: ['no json', ''],
  };
}

describe.each([
  { title: 'Postgres', start: postgresDatabase, flag: 'boolean', quoted: (name: string) => `"${name.toLowerCase()}"` },
  { title: 'MariaDB', start: mariaDatabase, flag: 'bit(1)', quoted: (name: string) => `\`${name.toUpperCase()}\`` },
])('Keycloak on $title', ({ start, flag, quoted }) => {
  let database: OtherDatabase;
  const keycloak = {
    type: 'Keycloak' as const,
    table: keycloakTable,
    tablePrimaryKey: 'ID',
    tableColumns: [],
    realm: 'acme',
  } satisfies Partial<Syncer>;
  beforeAll(async () => {
    database = await start();
    const table = async (name: string, columns: Record<string, string>, rows: (string | number | null)[][]) => {
      const definitions = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`);
      await database.run(`CREATE TABLE ${quoted(name)} (${definitions.join(', ')})`);
      const text = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
      for (const row of rows) await database.run(`INSERT INTO ${quoted(name)} VALUES (${row.map(text).join(', ')})`);
    };
    const id = 'varchar(36) PRIMARY KEY';
    const name = 'varchar(255)';
    await table('realm', { id, name }, [
      ['r1', 'acme'],
      ['r2', 'other'],
    ]);
    const people = { id, username: name, first_name: name, last_name: name, email: name, email_verified: flag };
    await table(
      'user_entity',
      { ...people, enabled: flag, created_timestamp: 'bigint', realm_id: name, service_account_client_link: name },
      [],
    );
    const insert = (key: string, enabled: boolean, realm: string, service: string | null = null) => {
      const bit = (value: boolean) => (flag === 'boolean' ? String(value) : `b'${Number(value)}'`);
      const link = service ? `'${service}'` : 'NULL';
      return database.run(
        `INSERT INTO ${quoted('user_entity')} VALUES ('${key}', 'name-${key}', 'First', 'Last', '${key}@example.com', ${bit(true)}, ${bit(enabled)}, 1700000000000, '${realm}', ${link})`,
      );
    };
    for (const key of ['u1', 'u2', 'u3']) await insert(key, true, 'r1');
    await insert('u4', false, 'r1');
    await insert('s1', true, 'r1', 'client');
    await insert('x1', true, 'r2');
    const made = Object.entries(await credentials()).map(([user, texts]) => [`c-${user}`, user, 'password', ...texts]);
    await table('credential', { id, user_id: name, type: name, secret_data: 'text', credential_data: 'text' }, [
      ...made,
      ['c-otp', 'u1', 'otp', '{"value":"x"}', '{}'],
    ] as string[][]);
    await table('keycloak_group', { id, name, parent_group: name, realm_id: name }, [
      ...[
        ['g1', 'staff', ' ', 'r1'],
        ['g2', 'cooks', 'g1', 'r1'],
        ['g3', 'guests', ' ', 'r1'],
        ['g4', 'cooks', 'g3', 'r1'],
      ],
      ['g5', 'strangers', ' ', 'r2'],
    ]);
    await table('user_group_membership', { group_id: name, user_id: name }, [
      ['g1', 'u1'],
      ['g4', 'u1'],
      ['g2', 'u2'],
    ]);
  });
  afterAll(() => database?.stop());

  test('people of the realm come with their groups, and programs do not', async () => {
    const { people } = await readAll(database, keycloak);
    expect(people.map(({ key, groups }) => [key, groups?.toSorted()])).toEqual([
      ['u1', ['guests-cooks', 'staff']],
      ['u2', ['staff-cooks']],
      ['u3', []],
      ['u4', []],
    ]);
    expect(people[3]).toMatchObject({
      label: 'name-u4',
      fields: {
        ...{ id: 'u4', name: 'name-u4', displayName: 'Last First', firstName: 'First', lastName: 'Last' },
        ...{ email: 'u4@example.com', emailVerified: true, isForbidden: true, createdTime: '2023-11-14T22:13:20.000Z' },
      },
    });
    expect(people[0]?.fields.isForbidden).toBe(false);
    expect(people[3]?.digest).toBeUndefined();
  });

  test('a digest keeps its algorithm and rounds, and verifies', async () => {
    const { people } = await readAll(database, keycloak);
    const passwords = ['password of sha256', 'password of sha512', 'password of argon2'];
    for (const [index, password] of passwords.entries()) {
      const digest = people[index]?.digest;
      const verify = (tried: string) =>
        verifyPassword({ type: digest?.passwordType as 'pbkdf2', stored: digest?.password ?? '', password: tried });
      expect(await verify(password)).toBe(true);
      expect(await verify(`${password}!`)).toBe(false);
    }
    expect(people[1]?.digest?.password).toMatch(/^\$pbkdf2-sha512\$i=210000\$/);
  });

  test('groups have their parents', async () => {
    const reader = await openReader(
      { kind: 'syncer', organization: 'acme', object: syncerOf(database, keycloak) },
      depsOf(database),
    );
    expect(await reader.groups()).toEqual([
      { key: 'g1', name: 'staff', displayName: 'staff' },
      { key: 'g2', name: 'staff-cooks', displayName: 'cooks', parent: 'staff' },
      { key: 'g3', name: 'guests', displayName: 'guests' },
      { key: 'g4', name: 'guests-cooks', displayName: 'cooks', parent: 'guests' },
    ]);
    await reader.close();
  });

  test('an unknown realm is told', async () => {
    await expect(readAll(database, { ...keycloak, realm: 'nix' })).rejects.toMatchObject({
      problem: { code: 'keycloak-no-realm', field: 'realm' },
    });
  });
});
