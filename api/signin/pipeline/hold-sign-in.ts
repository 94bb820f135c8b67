import { tableName } from '@doorwright/crds/derive/tables.ts';
import { user as userKind } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { assignmentsPart, run } from '../../db/sql-parts.ts';
import { attempts } from '../browser/attempts.ts';
import type { Guess, Proven } from '../contracts/method.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import { forgive, locks, refuseLocked } from '../locks/guesses.ts';
import type { AccountDeps } from '../place/deps.ts';
import { expired, proved, purpose, type Waiting } from './half-sign-in.ts';

const users = tableName(userKind);

interface Held {
  half: HalfSignIn;
  proven: Proven;
  counters: Guess['counters'];
  isRemembered: boolean;
}

/**
 * Keeps a proved identity on the server until the user answers a step. It opens nothing. As with a session, the
 * update waits for changes of the user, so none appears after a new password or a block deleted the others.
 */
export async function holdSignIn(
  deps: AccountDeps,
  { http, request }: Waiting,
  { half, proven, counters, isRemembered }: Held,
): Promise<void> {
  const { context, application, user, isImpersonated, method } = half;
  const { owner, name } = user;
  const { now } = context;
  const { closedBy = [], changes = {}, useUp } = proven;
  const set = assignmentsPart(isImpersonated ? {} : changes);
  const unless = locks([...counters, ...closedBy], now);
  await deps.db.transaction(async (sql) => {
    await useUp?.(sql);
    const rows = await run(sql, {
      text: `UPDATE ${users} SET ${set.text || 'name = name'} WHERE owner = ? AND name = ? AND password = ?
        AND NOT is_forbidden AND NOT is_deleted AND NOT EXISTS (${unless.text}) RETURNING name`,
      values: [...set.values, owner, name, user.password, ...unless.values],
    });
    if (rows.length === 0) {
      await refuseLocked(sql, counters, now);
      throw new Refusal('sign-in-failed');
    }
    await forgive(sql, counters, now);
    const at = { owner, user: name, application: application.name, purpose, request };
    const proof = {
      method,
      isImpersonated,
      isRemembered,
      steps: half.hasExpired ? [proved, expired] : [proved],
      amr: [...half.proof.amr],
    };
    await attempts(deps).begin(sql, http, { ...at, ...proof }, now);
  });
}
