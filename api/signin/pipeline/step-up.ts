import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { Halted, Waiting } from './half-sign-in.ts';
import { bySession, holdSession } from './hold-session.ts';
import type { SignInParts } from './parts.ts';

/** A session of the browser, on the way to an application. */
interface Continuing {
  application: Application;
  /** The value of the cookie. */
  cookie: string;
  waiting: Waiting;
}

export const proofOfSession = ({ amr, authenticatedTime, factorTime }: SessionUser) => ({
  amr,
  authenticatedTime,
  ...(factorTime && { factorTime }),
});

/**
 * Asks the user of an open session for the proof that an application or a client wants beyond it. The steps before the session
 * judge that as they judge a new sign-in.
 */
export async function stepUp(
  deps: AccountDeps & Pick<SignInParts, 'steps'>,
  context: RequestContext,
  { application, cookie, waiting }: Continuing,
): Promise<Halted | undefined> {
  const { db, store, steps } = deps;
  const known = await sessionUser(db, cookie, context.now);
  const user = known && ((await store('user').find(db, known.owner, known.name)) as unknown as User | undefined);
  if (!user) return;
  const { id: session, isImpersonated, isRemembered } = known;
  const half: HalfSignIn = {
    ...{ context, application, user, isImpersonated, session, method: bySession, proof: proofOfSession(known) },
    ...{ wanted: waiting.wanted, holder: '', http: waiting.http },
  };
  const asked = await steps.before.due(deps, half);
  if (asked) await holdSession(deps, waiting, { half, session, isRemembered });
  return asked;
}
