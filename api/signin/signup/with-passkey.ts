import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import type { AccountDeps } from '../deps.ts';
import { answerIn, attestationForm, challengeOf } from '../passkeys/answers.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { type NewPasskey, verifiedPasskey } from '../passkeys/registration.ts';
import type { Door } from './door.ts';
import type { SignupForm } from './form.ts';

/** A sign-up without a password, and with a passkey where the application offers them. */
export const isByPasskey = ({ password, passkey }: SignupForm, { application }: Door): boolean =>
  password === '' && passkey !== '' && application.enableWebAuthn;

/** The passkey of a sign-up. Its challenge is used up, so a form that fails afterwards needs another. */
export async function passkeyOfSignUp(
  deps: AccountDeps,
  form: SignupForm,
  { application, organization }: Door,
  { context: { now }, cookie }: { context: RequestContext; cookie: string | undefined },
): Promise<NewPasskey> {
  const answer = answerIn(attestationForm, form.passkey);
  const challenge = challengeOf(answer);
  const kept = await passkeyChallenges(deps).take(challenge, { purpose: 'signup', browser: { cookie }, now });
  if (kept.application !== application.name || kept.owner !== organization.name) throw new Refusal('passkey-expired');
  return verifiedPasskey(deps, answer, { challenge, handle: kept.handle });
}
