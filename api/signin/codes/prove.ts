import type { Knex } from 'knex';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import type { Sql } from '../../db/knex.ts';
import { answerDigests } from '../answer-digest.ts';
import type { AccountDeps } from '../deps.ts';
import { overBudget, spendBudget } from '../locks/code-budget.ts';
import { countWrong, forgive, refuseLocked } from '../locks/guesses.ts';
import { codeGuesses } from '../locks/limits.ts';
import { askedOf, type Claim, codeId } from './claim.ts';
import { codeMinutes } from './issue.ts';

const mostAttempts = 5;

/** Letters break codes with blanks, and some keyboards write digits twice as wide. */
const asSent = (code: string) => code.normalize('NFKC').replaceAll(/\s/g, '');

/** Uses the code up, in the transaction of what it allows; refuses when somebody did so meanwhile. */
export type UseUp = (sql: Sql) => Promise<void>;

/**
 * Refuses every code but the right one. Each wrong guess is counted at the code, which is void after five, at what it was
 * asked for, at the address of who guesses (S23), and in the organization and application, where it takes more care for a while. A right one stays good until it is used up, so that
 * somebody who has to correct another field need not wait for a new code.
 */
export async function proveCode(
  { db, store, box }: Pick<AccountDeps, 'db' | 'store' | 'box'>,
  claim: Claim,
  code: string,
  { now, clientIp }: Pick<RequestContext, 'now' | 'clientIp'>,
  device?: string,
): Promise<UseUp> {
  if (!code) throw new Refusal('code-missing');
  const { table } = store('verification-code');
  const id = codeId(claim);
  const at = { owner: claim.organization, id };
  const counters = codeGuesses(askedOf(claim), clientIp, device);
  await refuseLocked(db, counters, now);
  const digests = answerDigests(box, id, asSent(code));
  const { application, purpose, user, destination } = claim;
  const isRight = db.raw('(digest = ANY(?) AND application = ? AND purpose = ? AND "user" = ? AND destination = ?)', [
    digests,
    application,
    purpose,
    user,
    destination,
  ]);
  const over = overBudget(claim.organization, now);
  const hasAttempts = db.raw(`attempts < CASE WHEN EXISTS (${over.text}) THEN 1 ELSE ${mostAttempts} END`, [
    ...over.values,
  ] as Knex.RawBinding[]);
  const [tried] = await db(table)
    .where({ ...at, is_used: false })
    .andWhere('expire_time', '>', now)
    .andWhereRaw(hasAttempts)
    .update({ attempts: db.raw('attempts + CASE WHEN ? THEN 0 ELSE 1 END', [isRight]) })
    .returning(db.raw('? AS is_right', [isRight]) as never);
  if (!tried?.is_right) {
    await countWrong(db, counters, now);
    await spendBudget(db, claim, now);
    throw await whyNot();
  }

  async function whyNot(): Promise<Refusal> {
    if (tried) return new Refusal('code-wrong');
    const row = await db(table)
      .where({ ...at, is_used: false })
      .first('expire_time', db.raw('(?) AS has_attempts', [hasAttempts]));
    if (!row) return new Refusal('code-not-sent');
    if (row.expire_time <= now) return new Refusal('code-late', { minutes: codeMinutes });
    return new Refusal(row.has_attempts ? 'code-wrong' : 'code-void');
  }

  return async (sql) => {
    const used = await sql(table)
      .where({ ...at, is_used: false })
      .whereIn('digest', digests)
      .update({ is_used: true });
    if (used === 0) throw new Refusal('code-wrong');
    await forgive(sql, counters, now);
  };
}
