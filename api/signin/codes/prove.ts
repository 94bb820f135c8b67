import type { Knex } from 'knex';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { overBudget, spendBudget } from '../locks/code-budget.ts';
import { countWrong, forgive, refuseLocked } from '../locks/guesses.ts';
import { codeGuesses } from '../locks/limits.ts';
import { answerDigests } from '../place/answer-digest.ts';
import type { AccountDeps } from '../place/deps.ts';
import { askedOf, type Claim, claimant, codeId } from './claim.ts';
import { codeMinutes } from './issue.ts';

const mostAttempts = 5;

/** Letters break codes with blanks, and some keyboards write wide digits. */
const asSent = (code: string) => code.normalize('NFKC').replaceAll(/\s/g, '');

/** Uses the code up, in the transaction of the action that it allows. It refuses if another request was first. */
export type UseUp = (sql: Sql) => Promise<void>;

type Deps = Pick<AccountDeps, 'db' | 'store' | 'box'>;

/** The comparison of a typed code with the code that was sent. */
interface Judged {
  isRight: boolean;
  /** Says why the code is wrong. The caller counts the guess first. */
  whyNot: () => Promise<Refusal>;
  useUp: UseUp;
}

/**
 * Compares a code. A wrong guess counts at the code itself, which is void after five. The caller counts the guess
 * at the counters of `codeGuesses`.
 */
export async function judgeCode({ db, store, box }: Deps, claim: Claim, code: string, now: Date): Promise<Judged> {
  const { table } = store('verification-code');
  const id = codeId(claim);
  const at = { owner: claim.organization, id };
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

  async function whyNot(): Promise<Refusal> {
    await spendBudget(db, claim, now);
    if (tried) return new Refusal('code-wrong');
    const row = await db(table)
      .where({ ...at, is_used: false })
      .first('expire_time', db.raw('(?) AS has_attempts', [hasAttempts]));
    if (!row) return new Refusal('code-not-sent');
    if (row.expire_time <= now) return new Refusal('code-late', { minutes: codeMinutes });
    return new Refusal(row.has_attempts ? 'code-wrong' : 'code-void');
  }

  async function useUp(sql: Sql): Promise<void> {
    const used = await sql(table)
      .where({ ...at, is_used: false })
      .whereIn('digest', digests)
      .update({ is_used: true });
    if (used === 0) throw new Refusal('code-wrong');
  }

  return { isRight: tried?.is_right === true, whyNot, useUp };
}

/**
 * Refuses every code but the right one. Each wrong guess counts at the code, at what it was requested for, at the address that guesses (S23),
 * and in the organization and application. A right code stays valid until it is used up, so a user who corrects another
 * field needs no new one.
 */
export async function proveCode(
  deps: Deps,
  claim: Claim,
  code: string,
  { now, clientIp }: Pick<RequestContext, 'now' | 'clientIp'>,
): Promise<UseUp> {
  const { db } = deps;
  if (!code) throw new Refusal('code-missing');
  const counters = codeGuesses(askedOf(claim), clientIp, { user: claimant(claim) });
  await refuseLocked(db, counters, now);
  const { isRight, whyNot, useUp } = await judgeCode(deps, claim, code, now);
  if (!isRight) {
    await countWrong(db, counters, now);
    throw await whyNot();
  }
  return async (sql) => {
    await useUp(sql);
    await forgive(sql, counters, now);
  };
}
