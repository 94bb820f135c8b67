import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Db } from '../../db/knex.ts';
import { hasSeveral } from '../../kinds/session/authentication-methods.ts';
import type { Browser, CommonForm, Guess, Proven, SignInMethod } from '../contracts/method.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import { countWrong, forgive, isAnyLocked, refuseLocked } from '../locks/guesses.ts';
import type { AccountDeps } from '../place/deps.ts';
import { entranceOf } from './entrance.ts';
import type { Halted, Waiting } from './half-sign-in.ts';
import { holdSignIn } from './hold-sign-in.ts';
import { openProvenSession } from './open-proven-session.ts';
import type { SignInParts } from './parts.ts';

/** The members of the form that the pipeline itself reads. A method reads its own besides. */
export interface SignInForm extends CommonForm {
  application: string;
  /** The organization of the user. Without one it is the application's. */
  organization: string;
  autoSignin: boolean;
}

export interface SignedIn {
  user: User;
  session: string;
  /** The master password was used, so somebody else signed in as the user. */
  isImpersonated: boolean;
  /** The user stays signed in after the browser closes. */
  isRemembered: boolean;
  /** The methods of the proof, for tokens. */
  amr: readonly string[];
  /** An open session got one more proof, so the user has not signed in anew. */
  isStepUp?: true;
}

interface Entering {
  method: SignInMethod;
  form: SignInForm;
  browser: Browser;
  /** Missing where nobody can answer a question. A step that is due then ends the sign-in. */
  waiting?: Waiting;
}

/** A passkey is two factors in one: the device, and what unlocks it. */
const proofOf = (method: SignInMethod, { amr = method.amr }: Proven, now: Date) => ({
  amr,
  authenticatedTime: now,
  ...(hasSeveral(amr) && { factorTime: now }),
});

/** Confirms a right guess that opens no session. Guesses at the same time may have locked a counter. */
async function confirm(db: Db, { closedBy = [] }: Proven, counters: Guess['counters'], now: Date): Promise<void> {
  if (await isAnyLocked(db, closedBy, now)) throw new Refusal('sign-in-failed');
  await forgive(db, counters, now);
}

/**
 * Signs in by a method. It refuses while a counter is locked, lets the method judge, counts a wrong guess, and opens a
 * session for a right one, or keeps it until a step is answered. Only users who prove their identity learn that they
 * are forbidden, so that they can ask why.
 */
export async function signIn(
  deps: AccountDeps & Pick<SignInParts, 'steps'>,
  context: RequestContext,
  { method, form, browser, waiting }: Entering,
): Promise<SignedIn | Halted> {
  const { db, steps } = deps;
  const { now } = context;
  const entrance = await entranceOf(deps, form, method);
  const { organization, owner, application } = entrance;
  const { found, counters, judge } = await method.begin(deps, {
    ...{ form, context, entrance, browser },
    isAnswerable: waiting !== undefined,
    request: waiting?.request,
  });
  // A name that nobody has stays out of the records: it may be a password that was typed into the wrong field.
  if (organization) context.about = { organization: owner, ...(found && { object: `user ${owner}/${found.name}` }) };

  const verdict = await judge(await refuseLocked(db, counters, now));
  if (!verdict.user) {
    await countWrong(db, counters, now);
    throw await verdict.refusal();
  }
  const { user, isImpersonated = false } = verdict;
  if (user.isForbidden) {
    await confirm(db, verdict, counters, now);
    throw new Refusal('user-forbidden');
  }
  const proof = proofOf(method, verdict, now);
  const half: HalfSignIn = {
    ...{ context, application, user, isImpersonated, method: method.name, proof, holder: '' },
    wanted: waiting?.wanted ?? [],
    hasExpired: verdict.hasExpired === true,
    ...(waiting && { http: waiting.http }),
  };
  const asked = await steps.before.due(deps, half);
  const opening = { proven: verdict, counters, isRemembered: form.autoSignin };
  if (asked) {
    if (waiting) await holdSignIn(deps, waiting, { ...opening, half });
    else await confirm(db, verdict, counters, now);
    return asked;
  }
  const session = await openProvenSession(deps, context, {
    ...opening,
    application: application.name,
    userAgent: browser.userAgent,
    proof,
  });
  return { user, session, isImpersonated, isRemembered: form.autoSignin, amr: proof.amr };
}
