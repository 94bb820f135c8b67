import type { Application } from '@doorwright/crds/kinds/application.ts';
import { record } from '../../core/objects/records.ts';
import { sessionCookieName, setCookie } from '../../http/cookies.ts';
import type { RouteRequest } from '../../http/route.ts';
import { type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import { addConsent } from '../../kinds/token/consents.ts';
import type { AccountDeps } from '../deps.ts';

/** Writes down that the user of a session lets an application have what it asks for. */
async function agree(
  { db, store }: AccountDeps,
  { context }: RouteRequest,
  { user, application, scopes }: { user: SessionUser; application: Application; scopes: readonly string[] },
): Promise<void> {
  await db.transaction(async (sql) => {
    await addConsent(sql, { accountId: user.userId, clientId: application.clientId }, scopes, context.now);
    await record({ sql, store }, context, {
      organization: user.owner,
      user,
      object: `application ${application.owner}/${application.name}`,
      reason: `consent ${scopes.join(' ')}`,
    });
  });
}

/**
 * Notes what the user answered to the question for his consent. Where an application does not sign its users in to the
 * browser, he was signed in for the question alone, and is so no longer.
 */
export async function noteConsent(
  deps: AccountDeps,
  asked: RouteRequest,
  answer: { isAgreed: boolean; session: string; application: Application; scopes: readonly string[] },
): Promise<void> {
  const { isAgreed, session, application, scopes } = answer;
  const { db, store, config } = deps;
  const user = await sessionUser(db, session, asked.context.now);
  if (!user) return;
  if (isAgreed) await agree(deps, asked, { user, application, scopes });
  else
    await record({ sql: db, store }, asked.context, {
      organization: user.owner,
      user,
      object: `application ${application.owner}/${application.name}`,
      outcome: 'refused',
      reason: 'consent',
    });
  if (application.enableSigninSession || user.application !== application.name) return;
  const origin = config.DOORWRIGHT_ORIGIN;
  setCookie(asked.http.res, { name: sessionCookieName(origin), value: '', origin, maxAge: 0 });
}
