import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { passkeyWith } from '../../kinds/user/passkeys/stored-passkeys.ts';
import { type Attempt, type CommonForm, defineMethod, type Guess, type Proven } from '../contracts/method.ts';
import { passkeyGuesses } from '../locks/limits.ts';
import { answerIn, assertionForm, challengeOf, refused } from '../passkeys/answers.ts';
import { judgeAssertion } from '../passkeys/assertion.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { passkeyOffer } from '../passkeys/offer.ts';
import type { AccountDeps } from '../place/deps.ts';

const fields = {
  credential: z.string().max(20_000).default('').describe('Answer of a passkey to signin/begin, as JSON.'),
};

type Form = CommonForm & z.output<z.ZodObject<typeof fields>>;

async function begin(deps: AccountDeps, { form, context, entrance, browser }: Attempt<Form>): Promise<Guess> {
  const { db, store } = deps;
  const { owner, application } = entrance;
  const { now } = context;
  const answer = answerIn(assertionForm, form.credential);
  const passkey = await passkeyWith(db, deps, answer.id);
  // A passkey of another organization is as good as none.
  const user = (passkey?.owner === owner ? await store('user').find(db, owner, passkey.user) : undefined) as
    | User
    | undefined;

  async function prove(): Promise<Proven> {
    const challenge = challengeOf(answer);
    const place = { purpose: 'signin', browser: { cookie: browser.passkeyCookie }, now } as const;
    const challenges = passkeyChallenges(deps);
    const kept = await challenges.look(challenge, place);
    if (kept.application !== application.name || kept.owner !== owner) throw new Refusal('passkey-expired');
    if (!passkey || !user || user.isDeleted) throw refused();
    const { amr, isVerified, useUp } = await judgeAssertion(deps, passkey, answer, { challenge, now });
    if (!isVerified) throw new Refusal('passkey-unverified');
    return {
      ...{ user, amr: [...amr, 'mfa'], reason: 'passkey' },
      async useUp(sql) {
        await challenges.useUp(sql, challenge, place);
        await useUp(sql);
      },
    };
  }

  const judge = () =>
    prove().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { user: undefined, refusal: async () => error };
    });
  return { found: user, counters: passkeyGuesses(context.clientIp), judge };
}

/** A passkey that its user has unlocked: something that they have, and something that they know or are. */
export const webauthn = defineMethod({
  ...passkeyOffer,
  amr: ['swk', 'user', 'mfa'],
  fields,
  isMeant: (form) => form.credential !== '',
  begin,
});
