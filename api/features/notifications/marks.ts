import { tableName } from '@doorwright/crds/derive/tables.ts';
import { notificationMark } from '@doorwright/crds/kinds/notification-mark.ts';
import { user as userKind } from '@doorwright/crds/kinds/user.ts';
import type { Sql } from '../../db/knex.ts';
import { run } from '../../db/sql-parts.ts';

const marks = tableName(notificationMark);
const users = tableName(userKind);

export interface Person {
  owner: string;
  name: string;
}

interface Row {
  digest_day: string;
  email: string;
  notification: string | null;
  dismissed_time: Date | null;
  mailed_time: Date | null;
}

/** What a person wants of notifications, and did with them. */
export interface PersonState {
  email: string;
  wantsDigest: boolean;
  dismissed: ReadonlySet<string>;
  /** When a digest last contained it, by key. */
  mailed: ReadonlyMap<string, Date>;
}

export async function stateOf(sql: Sql, { owner, name }: Person): Promise<PersonState> {
  const rows = await run<Row>(sql, {
    text: `SELECT u.digest_day, u.email, m.notification, m.dismissed_time, m.mailed_time FROM ${users} AS u
      LEFT JOIN ${marks} AS m ON m.owner = u.owner AND m."user" = u.name AND m."user" <> '' WHERE u.owner = ? AND u.name = ?`,
    values: [owner, name],
  });
  const marked = rows as (Row & { notification: string })[];
  return {
    email: rows[0]?.email ?? '',
    wantsDigest: Boolean(rows[0]?.digest_day),
    dismissed: new Set(marked.filter((row) => row.dismissed_time).map((row) => row.notification)),
    mailed: new Map(marked.flatMap((row) => (row.mailed_time ? [[row.notification, row.mailed_time] as const] : []))),
  };
}

/** Marks notifications for a person. The key of a row contains the user's id, so nobody writes to the marks of an earlier user of a name. */
export async function mark(
  sql: Sql,
  column: 'dismissed_time' | 'mailed_time',
  { owner, name }: Person,
  { keys, now }: { keys: readonly string[]; now: Date },
): Promise<void> {
  await run(sql, {
    text: `INSERT INTO ${marks} (owner, id, created_time, version, "user", notification, ${column})
      SELECT owner, encode(sha256(convert_to(id || ' ' || key, 'UTF8')), 'hex'), ?, 1, name, key, ?
        FROM ${users} CROSS JOIN unnest(CAST(? AS text[])) AS key WHERE owner = ? AND name = ?
      ON CONFLICT (owner, id) DO UPDATE SET ${column} = EXCLUDED.${column}`,
    values: [now, now, [...new Set(keys)], owner, name],
  });
}
