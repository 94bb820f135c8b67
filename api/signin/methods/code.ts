import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { askedOf, type Claim } from '../codes/claim.ts';
import { judgeCode } from '../codes/prove.ts';
import { addressed, contactMeant, userOfContact } from '../codes/receiver.ts';
import { type Attempt, type CommonForm, defineMethod, type Guess } from '../contracts/method.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { codeGuesses } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';

/** An address that nobody has goes through the same steps, up to a code that was never sent (S25). */
async function begin(
  deps: AccountDeps,
  { form, context, entrance, browser }: Attempt<CommonForm & { code: string }>,
): Promise<Guess> {
  const { owner: organization, phonePrefix } = entrance;
  const written = form.username.trim();
  const type = written.includes('@') ? 'email' : 'phone';
  const contact = contactMeant(type, written, { phonePrefix });
  const user = await userOfContact(deps, { organization, phonePrefix }, type, contact);
  const claim: Claim = {
    organization,
    application: entrance.application.name,
    purpose: 'login',
    user: user?.name ?? '',
    ...addressed(type, contact, user),
  };
  const device = user && deviceOf(browser.deviceCookie, user.id, deps.box);

  async function judge() {
    const { isRight, whyNot, useUp } = await judgeCode(deps, claim, form.code, context.now);
    if (!isRight) return { user: undefined, refusal: whyNot };
    if (!user) return { user, refusal: async () => new Refusal('code-wrong') };
    return { user, useUp, reason: 'code', changes: { [`${type}_verified`]: true } };
  }

  return { found: user, counters: codeGuesses(askedOf(claim), context.clientIp, { user, device }), judge };
}

/** A code that was sent to the user's email or phone. */
export const code = defineMethod({
  name: 'code',
  amr: ['otp'],
  fields: {
    code: z
      .string()
      .max(20)
      .default('')
      .describe('Instead of a password, the code that was sent to the email or phone.'),
  },
  isMeant: (form) => form.username !== '' && form.code !== '',
  isOffered: ({ enableCodeSignin }) => enableCodeSignin,
  begin,
});
