import { tableName } from '@doorwright/crds/derive/tables.ts';
import { passkeyChallenge } from '@doorwright/crds/kinds/passkey-challenge.ts';
import { providerRequest } from '@doorwright/crds/kinds/provider-request.ts';
import { signInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import { verificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import type { Sql } from '../../db/knex.ts';

/** One hour more, during which a late user is told that the code expired. */
const kept = 3_600_000;

/** Deletes expired codes, captchas, attempts, requests to providers and challenges. */
export async function deleteExpiredCodes(sql: Sql, now: Date): Promise<void> {
  for (const kind of [verificationCode, signInAttempt, providerRequest, passkeyChallenge])
    await sql(tableName(kind))
      .where('expire_time', '<=', new Date(now.getTime() - kept))
      .delete();
}
