import { sessionCookieName, setCookie } from '../../http/cookies.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import type { Arrival } from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';

/**
 * Takes the session out of the browser after the answer to a step. An application without a single sign-on session opened it only
 * for the question. A session from elsewhere stays.
 */
export async function forgetQuestionSession(
  { db, config }: AccountDeps,
  { asked, application, session }: Arrival,
): Promise<void> {
  const user = await sessionUser(db, session, asked.context.now);
  if (user?.application !== application.name) return;
  const origin = config.DOORWRIGHT_ORIGIN;
  setCookie(asked.http.res, { name: sessionCookieName(origin), value: '', origin, maxAge: 0 });
}
