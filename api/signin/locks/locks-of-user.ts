import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type GuessedSecret, guessCount } from '@doorwright/crds/kinds/guess-count.ts';
import type { Sql } from '../../db/knex.ts';
import type { LockedOut } from './guesses.ts';

const table = tableName(guessCount);

const accountOf = ({ owner, name }: LockedOut) => `${owner}/${name}`;

/** What a user may not try now, because too many wrong ones came before, and the end of the longest lock of it. */
export interface LockOfUser {
  secret: GuessedSecret;
  until: Date;
}

/** The locks of a user, in all browsers and under all of their addresses. Locks of networks are nobody's. */
export const locksOfUser = (sql: Sql, user: LockedOut, now: Date): Promise<LockOfUser[]> =>
  sql(table)
    .where({ account: accountOf(user) })
    .where('locked_until_time', '>', now)
    .groupBy('secret')
    .orderBy('until', 'desc')
    .select('secret', sql.raw('max(locked_until_time) AS until'));

/** Forgets all wrong guesses at a user, so that the next lock is short again. */
export async function unlockUser(sql: Sql, user: LockedOut): Promise<void> {
  await sql(table)
    .where({ account: accountOf(user) })
    .delete();
}
