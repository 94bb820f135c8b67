import { folded, tableName } from '@doorwright/crds/derive/tables.ts';
import { type User, user } from '@doorwright/crds/kinds/user.ts';
import type { DbRow } from '../../core/objects/storage/rows.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';
import { emailSpellings } from './email-spellings.ts';
import { phoneSpellings } from './phone-spellings.ts';

/** The columns that a sign-in name may match, in order. */
const columns = ['name', 'email', 'phone', 'id_card'] as const;
type Way = (typeof columns)[number];

/** Keyboards start with a capital, and people write email addresses in any case. */
const ignoresCase = (column: Way) => column === 'name' || column === 'email';

export interface UserPlace {
  organization: string;
  /** The calling code of phone numbers in the organization. */
  phonePrefix: string;
}

/**
 * One statement for all columns, each with an index. So existing and missing users take the same time (S25).
 * Nobody verifies numbers of ID cards, so the oldest user with a number has it. The indexes are partial (`<> ''`).
 * Each part of the statement repeats this condition, because otherwise Postgres plans five times as long as it
 * reads.
 */
function finder(ways: readonly Way[]) {
  const alike = ways.filter(ignoresCase);
  const isByPhone = ways.includes('phone');
  const conditions = [
    ...ways.map((column) => `${column} = ? AND ${column} <> ''`),
    ...alike.map((column) => `${folded(column)} = ${folded('?')} AND ${column} <> ?`),
    ...(isByPhone ? ["phone IN (?, ?) AND phone <> ? AND phone <> ''"] : []),
  ];
  const text = `${conditions
    .map(
      (condition, rank) =>
        `SELECT row_to_json(u) AS found, ${rank} AS rank, created_time FROM ${tableName(user)} AS u WHERE owner = ? AND ${condition}`,
    )
    .join(' UNION ALL ')} ORDER BY rank, created_time LIMIT 2`;

  async function find(
    sql: Sql,
    { fromRow }: Store,
    { organization, phonePrefix }: UserPlace,
    called: string,
  ): Promise<User | undefined> {
    const [plain = '', dialled = ''] = phoneSpellings(called, phonePrefix);
    const values = [
      ...ways.flatMap(() => [organization, called]),
      ...alike.flatMap(() => [organization, called, called]),
      ...(isByPhone ? [organization, plain, dialled, called] : []),
    ];
    const [first, second] = await run<{ found: DbRow; rank: number }>(sql, { text, values });
    // Two users may differ only in capitals or in the 0 before their number. Then only an exact spelling finds
    // them.
    if (!first || (first.rank >= ways.length && first.rank === second?.rank)) return;
    return fromRow(first.found) as unknown as User;
  }

  return async (sql: Sql, store: Store, place: UserPlace, called: string): Promise<User | undefined> => {
    for (const spelling of emailSpellings(called)) {
      const found = await find(sql, store, place, spelling);
      if (found) return found;
    }
  };
}

const byAnything = finder(columns);
const byContact = { email: finder(['email']), phone: finder(['phone']) };

/** Finds a user by a sign-in name. An inexact spelling counts if only one user matches. */
export const findUser = (
  sql: Sql,
  store: Store,
  { username, ...place }: UserPlace & { username: string },
): Promise<User | undefined> => byAnything(sql, store, place, username);

/** Finds a user by email address or phone number, in the same way. */
export const findByContact = (
  sql: Sql,
  store: Store,
  { type, contact, ...place }: UserPlace & { type: 'email' | 'phone'; contact: string },
): Promise<User | undefined> => byContact[type](sql, store, place, contact);
