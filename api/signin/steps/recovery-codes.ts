import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { hasSeveral } from '../../kinds/session/authentication-methods.ts';
import type { HalfSignIn, StepBeforeSession } from '../contracts/step.ts';
import {
  drawRecoveryCodes,
  openRecoveryCodes,
  sealRecoveryCodes,
  storeRecoveryCodes,
} from '../factors/recovery-codes.ts';
import { noteChange } from '../notices/note-change.ts';

const fields = {
  recoveryCodes: z
    .string()
    .max(1000)
    .optional()
    .describe('`recoveryCodes` of the question: the user has kept the codes.'),
};

/** Factors that a user can lose together with their phone. */
const losable = ['totp', 'email', 'phone'];

/** Only somebody who has proved a second factor may get codes that stand in for one (S28). */
const lacksCodes = ({ user: { secondFactors }, isImpersonated, http, session, proof }: HalfSignIn) =>
  http !== undefined &&
  hasSeveral(proof.amr) &&
  !session &&
  !isImpersonated &&
  secondFactors.some((name) => losable.includes(name)) &&
  !secondFactors.includes('recovery');

/** Shows recovery codes to a user who has just set up a second factor at sign-in. */
export const recoveryCodes: StepBeforeSession = {
  stands: 'before-session',
  name: 'recovery-codes',
  fields,
  async due({ box }, half) {
    if (!lacksCodes(half)) return;
    const codes = drawRecoveryCodes();
    const data = { codes, recoveryCodes: sealRecoveryCodes(box, half.user, codes, half.context.now) };
    return new Refusal('factor-recovery', {}, { data });
  },
  async judge(deps, { user, context, http }, answers) {
    const { now } = context;
    const codes = openRecoveryCodes(deps.box, user, String(answers.recoveryCodes ?? ''), now);
    const language = http?.res.locals.language;
    return {
      isRight: true,
      async useUp(sql) {
        await storeRecoveryCodes(sql, deps, user, codes, now);
        await noteChange(sql, deps, context, user, {
          ...{ reason: 'recovery codes made', letter: 'recoveryCodesMade', language },
        });
      },
    };
  },
};
