import { folded, tableName } from '@doorwright/crds/derive/tables.ts';
import { type User, user } from '@doorwright/crds/kinds/user.ts';
import type { DbRow } from '../../core/objects/rows.ts';
import type { Store } from '../../core/objects/store.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';
import { emailsMeant } from './emails.ts';
import { phonesMeant } from './phones.ts';

/** What a person may type to say who he is, the first that fits. */
const columns = ['name', 'email', 'phone', 'id_card'] as const;
type Way = (typeof columns)[number];

/** Keyboards begin with a capital, and people write addresses as they like. */
const isFoundAlike = (column: Way) => column === 'name' || column === 'email';

export interface Called {
  organization: string;
  /** Of phone numbers there. */
  phonePrefix: string;
}

/**
 * One statement for all ways of calling, each answered by an index: who is there takes as long as who is not (S25). Numbers of
 * ID cards nobody proves: of two who give the same, it is the one's who is here longer. The indexes hold what is not empty;
 * unless each part says so itself, Postgres plans them all anew for each sign-in, which takes five times as long as to look.
 */
function finder(ways: readonly Way[]) {
  const alike = ways.filter(isFoundAlike);
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
    { organization, phonePrefix }: Called,
    called: string,
  ): Promise<User | undefined> {
    const [plain = '', dialled = ''] = phonesMeant(called, phonePrefix);
    const values = [
      ...ways.flatMap(() => [organization, called]),
      ...alike.flatMap(() => [organization, called, called]),
      ...(isByPhone ? [organization, plain, dialled, called] : []),
    ];
    const [first, second] = await run<{ found: DbRow; rank: number }>(sql, { text, values });
    // Two whom capitals alone tell apart, or the 0 before their number, are each called by their own.
    if (!first || (first.rank >= ways.length && first.rank === second?.rank)) return;
    return fromRow(first.found) as unknown as User;
  }

  return async (sql: Sql, store: Store, place: Called, called: string): Promise<User | undefined> => {
    for (const spelling of emailsMeant(called)) {
      const found = await find(sql, store, place, spelling);
      if (found) return found;
    }
  };
}

const byAnything = finder(columns);
const byContact = { email: finder(['email']), phone: finder(['phone']) };

/** The user of an organization who is called this; with other capitals, or a number written otherwise, if nobody else is. */
export const findUser = (
  sql: Sql,
  store: Store,
  { username, ...place }: Called & { username: string },
): Promise<User | undefined> => byAnything(sql, store, place, username);

/** The user of an organization whose address this is, in the same way. */
export const findByContact = (
  sql: Sql,
  store: Store,
  { type, contact, ...place }: Called & { type: 'email' | 'phone'; contact: string },
): Promise<User | undefined> => byContact[type](sql, store, place, contact);
