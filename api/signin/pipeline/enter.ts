import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import type { Answer, RouteRequest } from '../../http/route.ts';
import { forgetQuestionSession } from '../browser/forget-session.ts';
import { browserOf, continueSession, knownSession } from '../browser/known-session.ts';
import { noteDevice, rememberSignIn } from '../browser/remember-sign-in.ts';
import { inheritVisits, replaceSession } from '../browser/replace-session.ts';
import type { Arrival } from '../contracts/step.ts';
import { tellNewDevice } from '../notices/new-device.ts';
import type { AccountDeps } from '../place/deps.ts';
import { requestDigest } from './half-sign-in.ts';
import type { SignInParts } from './parts.ts';
import { resumeSignIn } from './resume-sign-in.ts';
import { type SignedIn, type SignInForm, signIn } from './sign-in.ts';
import { stepUp } from './step-up.ts';

/** The form of `POST /api/login`. Methods and steps add members of their own. */
export interface LoginForm extends SignInForm {
  type: string;
  /** Without a user name, the user whom the page shows, as owner/name. */
  account: string;
}

const noProof = () => new Refusal('unknown-login-type', { type: 'no password' });

/**
 * Takes a user through a method, or the session of the browser, and through the steps to a target. An answer to a step before
 * the session goes on with a half-finished sign-in.
 */
export async function enter(deps: AccountDeps & SignInParts, asked: RouteRequest, form: LoginForm): Promise<Answer> {
  const { methods, steps, targets, db, config } = deps;
  const { context, query, http } = asked;
  const opened = await targets.open(query, form);
  if (!opened) throw new Refusal('unknown-response-type', { type: form.type });
  const { target, request } = opened;
  const { application, scopes } = request;
  context.protocol = target.protocol ?? '';
  context.application = `${application.owner}/${application.name}`;
  const method = methods.meant(form);
  const isAnswer = !method && !form.username && steps.before.answersIn(form) !== undefined;
  const isProof = method !== undefined || isAnswer;
  const known = knownSession(asked, config.DOORWRIGHT_ORIGIN);
  // A name without a proof must not act for the session of the browser.
  if (!isProof && (form.username || !target.continuesSession)) throw noProof();
  if (known && !target.continuesSession)
    throw new Refusal('sign-out-first', {}, { data: `${known.owner}/${known.name}` });
  if (!application.isEnabled) throw new Refusal('application-disabled');
  if (form.application && form.application !== application.name) throw new Refusal('unauthorized');
  // A wrong request is refused before anybody signs in for it.
  const refused = await request.check();
  if (refused) throw refused();
  if (!isProof && !known) throw noProof();

  const browser = browserOf(http.req, config.DOORWRIGHT_ORIGIN);
  const wanted = request.wanted?.() ?? [];
  const waiting = { http, request: requestDigest(target, form, query), wanted };
  async function prove(): Promise<SignedIn | undefined> {
    if (!isProof) return;
    const at = { ...form, application: application.name };
    const proven = method
      ? await signIn(deps, context, { method, form: at, browser, waiting })
      : await resumeSignIn(deps, context, { application, form, browser, waiting });
    if ('question' in proven) throw proven.question;
    return proven;
  }
  const fresh = await prove();
  const { user, session } = fresh ?? continueSession(known as NonNullable<typeof known>, application, form.account);
  const missing = fresh ? undefined : await stepUp(deps, context, { application, cookie: session, waiting });
  if (missing) throw missing.question;
  const replaced = fresh && known && { before: known, fresh };
  async function tell({ user, isImpersonated, isStepUp }: SignedIn): Promise<void> {
    const { language } = http.res.locals;
    if (!isImpersonated && !isStepUp) await tellNewDevice(deps, { ...context, ...browser, user, language });
  }
  async function remember(): Promise<void> {
    if (!fresh) return;
    if (replaced) await replaceSession(db, replaced);
    await tell(fresh);
    const { isImpersonated, isRemembered } = fresh;
    await rememberSignIn(http, deps, { session, user: fresh.user, isRemembered, isImpersonated });
  }
  /** The application keeps no session. The browser still becomes one that the user has used. */
  async function noteOnly(): Promise<void> {
    if (!fresh) return;
    await tell(fresh);
    if (!fresh.isImpersonated) noteDevice(http, deps, fresh.user.id);
  }

  const answers = fresh ? undefined : steps.after.answersIn(form);
  const arrival: Arrival = {
    asked,
    application,
    user,
    session,
    isFresh: fresh !== undefined && !fresh.isStepUp,
    answers: answers ?? {},
    scopes,
  };
  async function refuseDue(reason?: string): Promise<void> {
    const question = await steps.after.due(deps, arrival, reason);
    if (!question) return;
    await remember();
    throw question;
  }
  await steps.after.answer(deps, arrival);
  await refuseDue();
  // This comes before the target gives anything, so that an application knows the old and the new session by one name.
  if (replaced && application.enableSigninSession) await inheritVisits(db, replaced);
  const given = await request.give(arrival);
  if ('refusal' in given) {
    await refuseDue(given.reason);
    throw given.refusal;
  }
  const keepsSession = application.enableSigninSession || given.keepsSession;
  if (!keepsSession && answers) await forgetQuestionSession(deps, arrival);
  if (given.isDeclined) return given.answer;
  // The record of a proof is written where the proof is judged.
  if (!fresh)
    await record({ sql: db }, context, {
      organization: user.owner,
      object: `application ${application.owner}/${application.name}`,
      reason: 'session',
    });
  await (keepsSession ? remember() : noteOnly());
  return given.answer;
}
