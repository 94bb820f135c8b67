import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../core/errors.ts';
import type { RequestContext } from '../core/objects/records.ts';
import type { AccountDeps } from './deps.ts';
import { entranceOf } from './entrance.ts';
import { countWrong, forgive, isAnyLocked, refuseLocked } from './locks/guesses.ts';
import type { Browser, CommonForm, SignInMethod } from './methods/method.ts';
import { openProvenSession } from './open-proven-session.ts';

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
}

/**
 * Signs in by a method. It refuses while a counter is locked, lets the method judge, counts a wrong guess, and opens a
 * session for a right one. Only users who prove their identity learn that they are forbidden, so that they can ask why.
 */
export async function signIn(
  deps: AccountDeps,
  context: RequestContext,
  { method, form, browser }: { method: SignInMethod; form: SignInForm; browser: Browser },
): Promise<SignedIn> {
  const { db } = deps;
  const { now } = context;
  const entrance = await entranceOf(deps, form, method);
  const { organization, owner, application } = entrance;
  const { found, counters, judge } = await method.begin(deps, { form, context, entrance, browser });
  // A name that nobody has stays out of the records: it may be a password that was typed into the wrong field.
  if (organization) context.about = { organization: owner, ...(found && { object: `user ${owner}/${found.name}` }) };

  await refuseLocked(db, counters, now);
  const verdict = await judge();
  if (!verdict.user) {
    await countWrong(db, counters, now);
    throw await verdict.refusal();
  }
  const { user, isImpersonated = false, closedBy = [] } = verdict;
  if (user.isForbidden) {
    // Guesses at the same time may have locked a counter.
    if (await isAnyLocked(db, closedBy, now)) throw new Refusal('sign-in-failed');
    await forgive(db, counters, now);
    throw new Refusal('user-forbidden');
  }
  const session = await openProvenSession(deps, context, {
    ...{ proven: verdict, counters, application: application.name },
    ...{ isRemembered: form.autoSignin, userAgent: browser.userAgent },
  });
  return { user, session, isImpersonated };
}
