import { tableName } from '@doorwright/crds/derive/tables.ts';
import { signInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import { verificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import type { Sql } from '../../db/knex.ts';

/** An hour more, in which somebody who comes late is told that he does. */
const kept = 3_600_000;

/** Forgets codes, captchas and attempts that nobody can use any more. */
export async function deleteExpiredCodes(sql: Sql, now: Date): Promise<void> {
  for (const kind of [verificationCode, signInAttempt])
    await sql(tableName(kind))
      .where('expire_time', '<=', new Date(now.getTime() - kept))
      .delete();
}
