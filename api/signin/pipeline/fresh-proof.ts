import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { withFactor, withPassword } from '../../kinds/session/authentication-methods.ts';
import type { SessionProof, SessionUser } from '../../kinds/session/sessions.ts';
import type { Verdict } from '../contracts/factor.ts';
import { factorsOf } from '../factors/registry.ts';
import {
  accountCounter,
  addressCounter,
  type Counter,
  countWrong,
  lockingOut,
  refuseLocked,
} from '../locks/guesses.ts';
import { stepGuesses } from '../locks/limits.ts';
import { isPasswordOf } from '../passwords/is-own.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The answer of a user who proves their identity again: their password, or a second factor. */
export const proofForm = z.object({
  password: z.string().default('').describe('Password of the user.'),
  factor: z.string().max(20).default('').describe('Name of the second factor, in place of the password.'),
  factorCode: z.string().max(50).default('').describe('Code of the second factor.'),
  factorCredential: z.string().max(20_000).default('').describe('Answer of a passkey, as JSON.'),
});

type Form = z.output<typeof proofForm>;

interface Known {
  context: RequestContext;
  user: User;
  session: SessionUser;
  language: string | undefined;
}

export interface Proved {
  counters: readonly [Counter, ...Counter[]];
  proof: SessionProof;
  useUp?: ((sql: Sql) => Promise<void>) | undefined;
}

interface Way {
  counters: readonly [Counter, ...Counter[]];
  judge: () => Promise<Verdict>;
  proof: SessionProof;
}

const proofOf = ({ amr, authenticatedTime, factorTime }: SessionUser): SessionProof => ({
  ...{ amr, authenticatedTime },
  ...(factorTime && { factorTime }),
});

const organizationOf = (deps: AccountDeps, { owner }: User) => cachedObjectsOf(deps).organizationNamed(owner);

/** A password counts as wrong passwords of a sign-in do. */
function byPassword(deps: AccountDeps, { context, user, session }: Known, password: string): Way {
  return {
    counters: [lockingOut(user, 'password', accountCounter(user.owner, user.name)), addressCounter(context.clientIp)],
    async judge() {
      const organization = await organizationOf(deps, user);
      const asked = { user, password, now: context.now };
      const isRight = organization !== undefined && (await isPasswordOf(deps, { ...asked, organization }));
      return isRight ? { isRight } : { isRight, refusal: new Refusal('password-incorrect') };
    },
    proof: { ...proofOf(session), amr: withPassword(session.amr), authenticatedTime: context.now },
  };
}

/** A factor counts as wrong answers to the step of a sign-in do. */
async function byFactor(deps: AccountDeps, known: Known, form: Form): Promise<Way> {
  const { context, user, session, language } = known;
  const organization = await organizationOf(deps, user);
  const factor = organization && factorsOf(user, organization).find(({ name }) => name === form.factor);
  if (!factor) throw new Refusal('factor-missing');
  const proving = { context, user, application: session.application, holder: session.id, language };
  const proof = proofOf(session);
  return {
    counters: stepGuesses('second-factor', user, context.clientIp),
    judge: () => factor.judge(deps, proving, { code: form.factorCode, credential: form.factorCredential }),
    proof: { ...proof, amr: withFactor(proof.amr, factor.amr), factorTime: context.now },
  };
}

/** Judges a new proof of a session's user, and counts a wrong one. */
export async function judgeProof(deps: AccountDeps, known: Known, form: Form): Promise<Proved> {
  const { db } = deps;
  const { now } = known.context;
  const { counters, judge, proof } = form.factor
    ? await byFactor(deps, known, form)
    : byPassword(deps, known, form.password);
  await refuseLocked(db, counters, now);
  const verdict = await judge();
  if (!verdict.isRight) {
    await countWrong(db, counters, now);
    throw verdict.refusal;
  }
  return { counters, proof, useUp: verdict.useUp };
}
