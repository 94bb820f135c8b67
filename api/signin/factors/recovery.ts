import { Refusal } from '../../core/errors.ts';
import type { SecondFactor } from '../contracts/factor.ts';
import { noteChange } from '../notices/note-change.ts';
import { recoveryDigests } from './recovery-codes.ts';
import { storedFactor } from './stored-factors.ts';

const wrong = () => new Refusal('code-wrong');

/** A code from the user's list, for a lost phone. Each works once. */
export const recovery: SecondFactor = {
  name: 'recovery',
  amr: ['otp'],
  isSpare: true,
  async judge(deps, { user, context, language }, { code }) {
    const { now } = context;
    const { db, store, box } = deps;
    const stored = await storedFactor(db, deps, user, 'recovery');
    const digests = recoveryDigests(box, user, code);
    const digest = digests.find((each) => stored?.digests.includes(each));
    if (!stored || !digest) return { isRight: false, refusal: wrong() };
    return {
      isRight: true,
      async useUp(sql) {
        const used = await sql(store('factor').table)
          .where({ owner: stored.owner, id: stored.id })
          .whereRaw('jsonb_exists(digests, ?)', [digest])
          .update({ digests: sql.raw('digests - CAST(? AS text)', [digest]), used_time: now });
        if (used === 0) throw wrong();
        await noteChange(sql, deps, context, user, {
          ...{ reason: 'recovery code used', letter: 'recoveryCodeUsed', language },
        });
      },
    };
  },
};
