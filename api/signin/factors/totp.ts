import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import type { SecondFactor } from '../contracts/factor.ts';
import { storedFactor } from './stored-factors.ts';
import { stepOfCode } from './totp-code.ts';

const wrong = () => new Refusal('code-wrong');

/** A code that an app on the user's phone computes from a shared secret and the time (RFC 6238). Each code works once. */
export const totp: SecondFactor = {
  name: 'totp',
  amr: ['otp'],
  async judge(deps, { user, context: { now } }, { code }) {
    const { db, store } = deps;
    const stored = await storedFactor(db, deps, user, 'totp');
    const secret = Buffer.from(stored?.secret ?? '', 'base64url');
    const step = stored && stepOfCode(secret, code, { now, after: stored.lastStep });
    if (!stored || step === undefined) return { isRight: false, refusal: wrong() };
    return {
      isRight: true,
      async useUp(sql: Sql) {
        const { owner, id } = stored;
        const used = await sql(store('factor').table)
          .where({ owner, id })
          .andWhere('last_step', '<', step)
          .update({ last_step: step, used_time: now });
        if (used === 0) throw wrong();
      },
    };
  },
};
