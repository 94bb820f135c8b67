import { createHash, pbkdf2Sync } from 'node:crypto';
import type { ImportedObject, ImportResult } from '@doorwright/crds/options/imported.ts';
import { expect } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Operator, Told } from '../operator.ts';

export const moved = 'moved-in-with-it';

/** An object as the command sends it. `from` says nothing in these tests. */
export const object = (kind: ImportedObject['kind'], fields: object, extra: Partial<ImportedObject> = {}): object => ({
  ...{ kind, from: `${kind} of a test`, fields },
  ...extra,
});

export const person = (name: string, fields: object = {}, extra: Partial<ImportedObject> = {}): object =>
  object('user', { owner: 'acme', name, displayName: name, ...fields }, extra);

export const organization = (name: string, fields: object = {}, extra: Partial<ImportedObject> = {}): object =>
  object('organization', { name, displayName: name, ...fields }, extra);

export const send = (operator: Operator, objects: readonly object[], plan = false): Promise<Told> =>
  operator.post('import', { plan, objects });

/** Imports, and returns the results. */
export async function imported(operator: Operator, ...objects: object[]): Promise<ImportResult[]> {
  const { status, body, text } = await send(operator, objects);
  expect(status, text).toBe(200);
  return body.results;
}

export const outcomes = (results: readonly ImportResult[]): string[] => results.map(({ outcome }) => outcome);

/** The field and the code of each problem. */
export const problemsOf = ({ problems }: Pick<ImportResult, 'problems'>): string[] =>
  problems.map(({ field, code }) => `${field} ${code}`);

/** The whole of an added object without a problem. */
export const fine = { outcome: 'added', problems: [], differs: [] };

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const derived = (rounds: number, bytes: number, algorithm: string) =>
  pbkdf2Sync(moved, Buffer.from('c2FsdHNhbHRzYWx0c2E=', 'base64'), rounds, bytes, algorithm).toString('base64');

/** One password in each form that another product may have. */
export const digests: Record<string, NonNullable<ImportedObject['digest']>> = {
  argon2id: {
    passwordType: 'argon2id',
    password: '$argon2id$v=19$m=19456,t=2,p=1$QwGWKISt5qwY6TUiQH6+2w$3Xw5x7iXltGl8ZbUXdMbF1121rGFqhjhAXe8IMDNHio',
  },
  'pbkdf2-sha256': {
    passwordType: 'pbkdf2',
    password: `$pbkdf2-sha256$i=27500$c2FsdHNhbHRzYWx0c2E=$${derived(27_500, 64, 'sha256')}`,
  },
  'pbkdf2-sha512': {
    passwordType: 'pbkdf2',
    password: `$pbkdf2-sha512$i=30000$c2FsdHNhbHRzYWx0c2E=$${derived(30_000, 64, 'sha512')}`,
  },
  bcrypt: { passwordType: 'bcrypt', password: '$2b$10$3qVoOrmMsowwz66TZnrXKexGoQEOFB5X3M30n/3/0ezjwkr8tB18i' },
  'md5-salt': { passwordType: 'md5-salt', password: md5(`${md5(moved)}grains`), passwordSalt: 'grains' },
  'pbkdf2-salt': {
    passwordType: 'pbkdf2-salt',
    password: derived(27_500, 64, 'sha256'),
    passwordSalt: 'c2FsdHNhbHRzYWx0c2E=',
  },
  salt: { passwordType: 'salt', password: createHash('sha256').update(moved).digest('hex') },
  plain: { passwordType: 'plain', password: moved },
};

/** The number of rows of every table, and of jobs. */
export async function rowCounts({ db }: TestApp): Promise<Record<string, number>> {
  const tables: { name: string }[] = (
    await db.raw(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'jobs') AND table_type = 'BASE TABLE' ORDER BY 1`,
    )
  ).rows;
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) AS count FROM ${name}`);
  const { rows } = await db.raw(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, count }: { name: string; count: number }) => [name, count]));
}
