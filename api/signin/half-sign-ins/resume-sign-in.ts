import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import { attempts } from '../browser/attempts.ts';
import type { AccountDeps } from '../deps.ts';
import { countWrong, forgive, refuseLocked } from '../locks/guesses.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { stepGuesses } from '../locks/limits.ts';
import { mayEnter } from '../may-enter.ts';
import type { Browser } from '../methods/method.ts';
import { openProvenSession } from '../open-proven-session.ts';
import type { SignInParts } from '../parts.ts';
import type { SignedIn } from '../sign-in.ts';
import { type Asked, answersTo } from '../steps/registry.ts';
import type { HalfSignIn } from '../steps/step.ts';
import { type Halted, proved, purpose, type Waiting } from './half-sign-in.ts';

type Deps = AccountDeps & Pick<SignInParts, 'methods' | 'steps'>;

interface Answered {
  application: Application;
  /** The sign-in form. `account` is the user whom the page shows. */
  form: { account: string };
  browser: Browser;
  waiting: Waiting;
}

/** The half-finished sign-in of this browser. It serves one application, one request and one user. */
async function halfOf(deps: Deps, context: RequestContext, { application, form, waiting }: Answered) {
  const { db, store, methods } = deps;
  const at = { req: waiting.http.req, purpose, now: context.now };
  const attempt = await attempts(deps).after(db, at, proved);
  const { owner, user: name, method, isImpersonated } = attempt;
  context.about = { organization: owner, object: `user ${owner}/${name}` };
  const isHere = attempt.application === application.name && attempt.request === waiting.request;
  const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
  const isOpen = methods.named(method)?.isOffered(application) === true && mayEnter(owner, application);
  if (!isHere || !isOpen || !user) throw new Refusal('step-missing');
  if (form.account && form.account !== `${owner}/${name}`) throw new Refusal('other-account');
  const half: HalfSignIn = { context, application, user, isImpersonated, method };
  return { at, attempt, half };
}

/** Judges the answer to a step, and counts a wrong one. */
async function rightAnswer(
  deps: Deps,
  half: HalfSignIn,
  { asked, form, counters }: { asked: Asked; form: object; counters: ReturnType<typeof stepGuesses> },
) {
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

/** Takes the answer to a step. The last right one opens the session, in the transaction that ends the half-finished sign-in. */
export async function resumeSignIn(
  deps: Deps,
  context: RequestContext,
  answered: Answered,
): Promise<SignedIn | Halted> {
  const { db, box, store, steps } = deps;
  const { application, form, browser, waiting } = answered;
  const { at, attempt, half } = await halfOf(deps, context, answered);
  const { user, isImpersonated, method } = half;
  const asked = await steps.before.due(deps, half, attempt.steps);
  // The step has become unnecessary. The user signs in again without it.
  if (!asked) throw new Refusal('step-missing');
  const device = deviceOf(browser.deviceCookie, user.id, box);
  const counters = stepGuesses(asked.step.name, user.id, context.clientIp, device);
  const { useUp } = await rightAnswer(deps, half, { asked, form, counters });
  const done = [...attempt.steps, asked.step.name];
  const next = await steps.before.due(deps, half, done);
  if (next) {
    await db.transaction(async (sql) => {
      await attempts(deps).advance(sql, at, attempt.steps, asked.step.name);
      await useUp?.(sql);
      await forgive(sql, counters, context.now);
    });
    return next;
  }
  const { isRemembered } = attempt;
  const session = await openProvenSession(deps, context, {
    proven: {
      ...{ user, isImpersonated, reason: [method, ...done.slice(1)].join(' ') },
      async useUp(sql) {
        // A new password locks the user first too, so the two never wait for each other.
        await store('user').find(sql, user.owner, user.name, 'forNoKeyUpdate');
        await attempts(deps).end(sql, at, waiting.http.res);
        await useUp?.(sql);
      },
    },
    ...{ counters, application: application.name, isRemembered, userAgent: browser.userAgent },
  });
  return { user, session, isImpersonated, isRemembered };
}
