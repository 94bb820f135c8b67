import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { answerIn, attestationForm, challengeOf } from '../passkeys/answers.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { type NewPasskey, verifiedPasskey } from '../passkeys/registration.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { Place } from '../place/place.ts';
import type { SignupForm } from './form.ts';

/** A sign-up without a password, and with a passkey where the application offers them. */
export const isByPasskey = ({ password, passkey }: SignupForm, { application }: Place): boolean =>
  password === '' && passkey !== '' && application.enableWebAuthn;

export interface FirstPasskey {
  made: NewPasskey;
  /** Uses up the challenge. A form that fails stores nothing. */
  useUp: (sql: Sql) => Promise<void>;
}

/** The passkey of a sign-up. */
export async function passkeyOfSignUp(
  deps: AccountDeps,
  form: SignupForm,
  { application, organization }: Place,
  { context: { now }, cookie }: { context: RequestContext; cookie: string | undefined },
): Promise<FirstPasskey> {
  const answer = answerIn(attestationForm, form.passkey);
  const challenge = challengeOf(answer);
  const challenges = passkeyChallenges(deps);
  const place = { purpose: 'signup', browser: { cookie }, now } as const;
  const kept = await challenges.look(challenge, place);
  if (kept.application !== application.name || kept.owner !== organization.name) throw new Refusal('passkey-expired');
  const made = await verifiedPasskey(deps, answer, { challenge, handle: kept.handle });
  return { made, useUp: (sql) => challenges.useUp(sql, challenge, place) };
}
