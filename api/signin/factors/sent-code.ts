import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { askedOf, type Claim } from '../codes/claim.ts';
import { codeSender } from '../codes/deliver.ts';
import { issueCode } from '../codes/issue.ts';
import { codeLetter } from '../codes/letter.ts';
import { judgeCode } from '../codes/prove.ts';
import type { Proving, SecondFactor } from '../contracts/factor.ts';
import { limits, spend } from '../locks/limits.ts';
import { applicationNamed } from '../place/applications.ts';
import type { ContactType } from '../place/contacts.ts';
import type { AccountDeps } from '../place/deps.ts';
import { storedFactor } from './stored-factors.ts';

type Sending = Pick<Proving, 'context' | 'user' | 'application' | 'language'>;

/** A code for a second factor is of no use for a sign-in, and the other way round (S26). */
const claimOf = (type: ContactType, { user, application }: Sending, destination: string): Claim => ({
  ...{ organization: user.owner, application, purpose: 'factor', destination, user: user.name },
  asked: ['second factor', type, user.id],
});

/** Sends a code to a user who has proved themselves by a method, or has a session. */
export async function sendFactorCode(
  deps: AccountDeps,
  type: ContactType,
  sending: Sending,
  destination: string,
): Promise<void> {
  const { db, store } = deps;
  const { context, language } = sending;
  const claim = claimOf(type, sending, destination);
  const { application } = await applicationNamed(deps, sending.application);
  const { user } = sending;
  const { provider } = await codeSender(deps, type, { user, organization: user.owner, application });
  const counters = [
    limits.codesTo(...askedOf(claim)),
    limits.codesFor(claim.organization, claim.user),
    limits.codesFrom(context.clientIp),
  ];
  await spend(db, counters, context.now);
  await db.transaction(async (sql) => {
    const issued = await issueCode({ sql, store }, { ...claim, provider: provider.name }, context);
    await enqueue(sql, codeLetter, { ...issued, ...(language && { language }) });
  });
}

/** Compares a code that `sendFactorCode` sent. */
export const judgeFactorCode = (
  deps: AccountDeps,
  type: ContactType,
  sending: Sending,
  { destination, code }: { destination: string; code: string },
) => judgeCode(deps, claimOf(type, sending, destination), code, sending.context.now);

/** The proved address of the factor. It stays the same when the user's contact changes, until they set it up anew. */
async function destinationOf(deps: AccountDeps, user: User, type: ContactType): Promise<string> {
  const stored = await storedFactor(deps.db, deps, user, type);
  if (!stored?.destination) throw new Refusal('factor-missing');
  return stored.destination;
}

/** A code by email or text message, where the organization allows it. It is weaker than an app: others can read mail. */
const sentCode = (type: ContactType, amr: readonly string[]): SecondFactor => ({
  name: type,
  amr,
  async ask(deps, proving) {
    await sendFactorCode(deps, type, proving, await destinationOf(deps, proving.user, type));
    return null;
  },
  async judge(deps, proving, { code }) {
    const destination = await destinationOf(deps, proving.user, type);
    const { isRight, whyNot, useUp } = await judgeFactorCode(deps, type, proving, { destination, code });
    return isRight ? { isRight, useUp } : { isRight, refusal: await whyNot() };
  },
});

export const email = sentCode('email', ['otp']);
export const phone = sentCode('phone', ['otp', 'sms']);
