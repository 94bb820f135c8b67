import { Refusal } from '../../core/errors.ts';
import { passkeyFactor, passkeysOf } from '../../kinds/user/passkeys/stored-passkeys.ts';
import type { FactorAnswer, Proving, SecondFactor, Verdict } from '../contracts/factor.ts';
import { limits, spend } from '../locks/limits.ts';
import { answerIn, assertionForm, challengeOf, refused } from '../passkeys/answers.ts';
import { assertionOptions, judgeAssertion } from '../passkeys/assertion.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { toWire } from '../passkeys/wire.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The holder of the challenge is known to one browser only, so the challenge belongs to that browser. */
async function prove(deps: AccountDeps, proving: Proving, { credential }: FactorAnswer): Promise<Verdict> {
  const { user, holder, context } = proving;
  const { now } = context;
  const answer = answerIn(assertionForm, credential);
  const challenge = challengeOf(answer);
  const { owner } = await passkeyChallenges(deps).take(challenge, { purpose: 'factor', holder, now });
  const passkey = (await passkeysOf(deps.db, deps, user)).find(({ id }) => id === answer.id);
  if (!passkey || owner !== user.owner) throw refused();
  const { amr, useUp } = await judgeAssertion(deps, passkey, answer, { challenge, now });
  return { isRight: true, useUp, amr };
}

/**
 * A passkey or security key beside a password. A touch suffices, because the password is the other factor. It serves where a
 * second factor is required. Having one does not require it, because people add passkeys to sign in more easily.
 */
export const passkey: SecondFactor = {
  name: passkeyFactor,
  amr: ['hwk', 'user'],
  isPassive: true,
  async ask(deps, { user, application, holder, context: { now, clientIp } }) {
    await spend(deps.db, [limits.passkeyChallengesFrom(clientIp)], now);
    const kept = { owner: user.owner, application, holder, handle: '' };
    const challenge = await passkeyChallenges(deps).draw('factor', kept, undefined, now);
    const passkeys = await passkeysOf(deps.db, deps, user);
    return toWire(await assertionOptions(deps, challenge, passkeys, 'preferred'));
  },
  judge: (deps, proving, answer) =>
    prove(deps, proving, answer).catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { isRight: false, refusal };
    }),
};
