import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SignInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { withFactor } from '../../kinds/session/authentication-methods.ts';
import type { SessionProof } from '../../kinds/session/sessions.ts';
import { attempts } from '../browser/attempts.ts';
import type { Verdict } from '../contracts/factor.ts';
import type { Browser } from '../contracts/method.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import { countWrong, forgive, refuseLocked } from '../locks/guesses.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { stepGuesses } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type Asked, answersTo } from '../steps/registry.ts';
import { halfOf } from './find-half-sign-in.ts';
import { expired, type Halted, type Waiting } from './half-sign-in.ts';
import { openProvenSession } from './open-proven-session.ts';
import type { SignInParts } from './parts.ts';
import type { SignedIn } from './sign-in.ts';

type Deps = AccountDeps & Pick<SignInParts, 'methods' | 'steps'>;

interface Answered {
  application: Application;
  /** The sign-in form. `account` is the user whom the page shows. */
  form: { account: string };
  browser: Browser;
  waiting: Waiting;
}

type Right = Verdict & { isRight: true };

/** Judges the answer to a step, and counts a wrong one. */
async function rightAnswer(
  deps: Deps,
  half: HalfSignIn,
  { asked, form, counters }: { asked: Asked; form: object; counters: ReturnType<typeof stepGuesses> },
): Promise<Right> {
  const { now } = half.context;
  const answers = answersTo(asked.step.fields, form);
  // The answer is for another step.
  if (!answers) throw asked.question;
  await refuseLocked(deps.db, counters, now);
  const verdict = await asked.step.judge(deps, half, answers);
  if (verdict.isRight) return verdict;
  await countWrong(deps.db, counters, now);
  throw verdict.refusal;
}

/** What the user has proved with a right answer. A step that names no method is no factor. */
const provedWith = (proof: SessionProof, { amr = [] }: Right, now: Date): SessionProof =>
  amr.length > 0 ? { ...proof, amr: withFactor(proof.amr, amr), factorTime: now } : proof;

/** The reason in the record: the method and the steps. */
const reasonOf = ({ method }: SignInAttempt, [, ...steps]: readonly string[]) =>
  [method, ...steps.filter((step) => step !== expired)].join(' ');

/** Takes the answer to a step. The last right one opens the session, in the transaction that ends the half-finished sign-in. */
export async function resumeSignIn(
  deps: Deps,
  context: RequestContext,
  answered: Answered,
): Promise<SignedIn | Halted> {
  const { db, box, store, steps } = deps;
  const { application, form, browser, waiting } = answered;
  const { at, attempt, half } = await halfOf(deps, context, { application, account: form.account, waiting });
  const { user, isImpersonated } = half;
  const asked = await steps.before.due(deps, half, attempt.steps);
  // The step has become unnecessary. The user signs in again without it.
  if (!asked) throw new Refusal('step-missing');
  const device = deviceOf(browser.deviceCookie, user.id, box);
  const counters = stepGuesses(asked.step.name, user, context.clientIp, device);
  const right = await rightAnswer(deps, half, { asked, form, counters });
  const proof = provedWith(half.proof, right, context.now);
  const done = [...attempt.steps, asked.step.name];
  const next = await steps.before.due(deps, { ...half, user: { ...user, ...right.becomes }, proof }, done);
  if (next) {
    await db.transaction(async (sql) => {
      await attempts(deps).advance(sql, at, attempt.steps, asked.step.name, proof.amr);
      await right.useUp?.(sql);
      await forgive(sql, counters, context.now);
    });
    return next;
  }
  const { isRemembered } = attempt;
  const session = await openProvenSession(deps, context, {
    proven: {
      ...{ user: { ...user, ...right.becomes }, isImpersonated, reason: reasonOf(attempt, done) },
      async useUp(sql) {
        // A new password locks the user first too, so the two never wait for each other.
        await store('user').find(sql, user.owner, user.name, 'forNoKeyUpdate');
        await attempts(deps).end(sql, at, waiting.http.res);
        await right.useUp?.(sql);
      },
    },
    ...{ counters, application: application.name, isRemembered, userAgent: browser.userAgent, proof },
  });
  const isStepUp = half.session !== undefined;
  return { user, session, isImpersonated, isRemembered, amr: proof.amr, ...(isStepUp && { isStepUp }) };
}
