import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { passkeyFactor } from '../../kinds/user/passkeys/stored-passkeys.ts';
import type { FactorAnswer, Proving, Verdict } from '../contracts/factor.ts';
import { limits, spend } from '../locks/limits.ts';
import { answerIn, attestationForm, challengeOf } from '../passkeys/answers.ts';
import { passkeyChallenges } from '../passkeys/challenges.ts';
import { registrationOptions, verifiedPasskey } from '../passkeys/registration.ts';
import { storePasskey } from '../passkeys/store-passkey.ts';
import { toWire } from '../passkeys/wire.ts';
import type { ContactType } from '../place/contacts.ts';
import type { AccountDeps } from '../place/deps.ts';
import { judgeEnrolment } from './enrolment.ts';
import { isAllowed, isRepetition, secondFactors } from './registry.ts';
import { judgeFactorCode, sendFactorCode } from './sent-code.ts';
import { storeFactor } from './stored-factors.ts';

interface Place {
  user: User;
  application: Pick<Application, 'enableWebAuthn'>;
  organization: Pick<Organization, 'weakSecondFactors'>;
  /** What the user has proved so far. */
  amr: readonly string[];
}

const isSent = (name: string): name is ContactType => name === 'email' || name === 'phone';

/**
 * The factors that a user can set up in the middle of a sign-in: an app, a passkey where the application has them, and codes to the own
 * address where the organization allows them. Each adds to what the user has proved.
 */
export const newFactorsFor = ({ user, application, organization, amr }: Place): string[] =>
  secondFactors
    .filter((factor) => {
      if (factor.isSpare || !isAllowed(factor, organization) || isRepetition(factor, amr)) return false;
      if (factor.name === passkeyFactor) return application.enableWebAuthn;
      return !isSent(factor.name) || user[factor.name] !== '';
    })
    .map(({ name }) => name);

/** Sends the first code, or draws the challenge for a new passkey. The question itself has the secret of an app. */
export async function askNewFactor(
  deps: AccountDeps,
  name: string,
  proving: Proving & { issuer: string },
): Promise<unknown> {
  const { user, application, holder, context, issuer } = proving;
  if (isSent(name)) {
    await sendFactorCode(deps, name, proving, user[name]);
    return null;
  }
  if (name !== passkeyFactor) throw new Refusal('factor-missing');
  await spend(deps.db, [limits.passkeyChallengesFrom(context.clientIp)], context.now);
  const kept = { owner: user.owner, application, holder, handle: user.id };
  const challenge = await passkeyChallenges(deps).draw('enrol', kept, undefined, context.now);
  const newcomer = { handle: user.id, name: user.name, displayName: user.displayName || user.name, had: [] };
  return toWire(await registrationOptions(deps, challenge, newcomer, issuer));
}

async function judgePasskey(deps: AccountDeps, { user, holder, context }: Proving, credential: string) {
  const { now } = context;
  const answer = answerIn(attestationForm, credential);
  const challenge = challengeOf(answer);
  const { handle } = await passkeyChallenges(deps).take(challenge, { purpose: 'enrol', holder, now });
  const made = await verifiedPasskey(deps, answer, { challenge, handle });
  return {
    isRight: true as const,
    amr: [made.isSynced ? 'swk' : 'hwk', 'user'],
    becomes: { secondFactors: [...user.secondFactors, passkeyFactor] },
    useUp: (sql: Parameters<typeof storePasskey>[0]) => storePasskey(sql, deps, user, made, context),
  };
}

/** Judges the first answer of a new factor. Its use stores the factor. */
export async function judgeNewFactor(
  deps: AccountDeps,
  name: string,
  proving: Proving,
  { code, credential, enrolment }: FactorAnswer & { enrolment: string },
): Promise<Verdict> {
  const { user, context } = proving;
  const { now } = context;
  if (name === passkeyFactor)
    return judgePasskey(deps, proving, credential).catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { isRight: false, refusal };
    });
  const { amr = [] } = secondFactors.find((factor) => factor.name === name) ?? {};
  if (!isSent(name)) {
    const verdict = judgeEnrolment(deps, { user, enrolment, code, now });
    return verdict.isRight ? { ...verdict, amr } : verdict;
  }
  const destination = user[name];
  const { isRight, whyNot, useUp } = await judgeFactorCode(deps, name, proving, { destination, code });
  if (!isRight) return { isRight, refusal: await whyNot() };
  return {
    ...{ isRight, amr, becomes: { secondFactors: [...user.secondFactors, name] } },
    async useUp(sql) {
      await useUp(sql);
      await storeFactor(sql, deps, user, { type: name, destination }, now);
    },
  };
}
