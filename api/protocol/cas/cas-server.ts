import { isRegisteredService } from '@doorwright/crds/values/cas-services.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { provedTimeOf, type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import { consentOf } from '../../kinds/token/consents.ts';
import type { CasArrival, CasServer, CasTicketing } from '../../signin/contracts/cas-server.ts';
import type { ProtocolDeps } from '../deps.ts';
import { isFirstUse } from '../first-use.ts';
import { giveTicket } from './tickets.ts';
import { scopesOf } from './told.ts';

const second = 1000;
/** How long an answer to a question may follow the proof that a service wants. A half-finished sign-in lasts as long. */
const answerTime = 600 * second;

/**
 * A proof counts as new in its own call. If the user answered questions of the application in between, so does the proof at this application that
 * led to the questions, for one ticket.
 */
function isNewProof({ application, isFresh, hasAnswered, now }: CasArrival, user: SessionUser): boolean {
  const isOfQuestions =
    user.application === application.name && now.getTime() - user.authenticatedTime.getTime() < answerTime;
  return isFresh || (hasAnswered && isOfQuestions);
}

/** Whether a proof has given no ticket yet. This one uses it up. */
const isUnused = (sql: Sql, { id, authenticatedTime }: SessionUser, now: Date): Promise<boolean> =>
  isFirstUse(sql, {
    ...{ model: 'CasProof', id: JSON.stringify([id, authenticatedTime]), now },
    expireTime: new Date(now.getTime() + answerTime),
  });

/** Gives tickets to services of CAS. */
export function createCasServer({ db }: Pick<ProtocolDeps, 'db'>): CasServer {
  async function lacksConsent({ application, isAgreed }: CasArrival, { userId }: SessionUser): Promise<boolean> {
    if (!application.requireConsent || isAgreed) return false;
    const agreed = await consentOf(db, { accountId: userId, clientId: application.clientId });
    return scopesOf(application).some((scope) => !agreed.has(scope));
  }

  async function ticketFor(arrival: CasArrival): Promise<CasTicketing> {
    const { application, service, session, renew, now } = arrival;
    const user = await sessionUser(db, session, now);
    if (!user) return { refusal: new Refusal('session-expired'), reason: 'login_required' };
    const askAgain = { refusal: new Refusal('sign-in-first'), reason: 'login_required' };
    const maybeNew = isNewProof(arrival, user);
    if (renew && !maybeNew) return askAgain;
    if (await lacksConsent(arrival, user)) return { refusal: new Refusal('sign-in-first'), reason: 'consent_required' };
    // The proof of this call counts in any case, and is used up for later ones.
    const isNew = maybeNew && ((await isUnused(db, user, now)) || arrival.isFresh);
    if (renew && !isNew) return askAgain;
    const facts = {
      ...{ service, proxies: [], isNew, isRemembered: user.isRemembered, isImpersonated: user.isImpersonated },
      provedTime: provedTimeOf(user).toISOString(),
      sessionEnd: user.expireTime.toISOString(),
    };
    const holder = { sessionId: user.id, accountId: user.userId, clientId: application.clientId };
    const expireTime = new Date(now.getTime() + application.casTicketSeconds * second);
    const ticket = await giveTicket(db, 'ST', { ...facts, ...holder }, { now, expireTime });
    return ticket ? { ticket } : { refusal: new Refusal('session-expired'), reason: 'login_required' };
  }

  return {
    refusal({ name, casServices }, service, data) {
      const params = { application: name, service: service.slice(0, 200) };
      if (casServices.length === 0) return new Refusal('cas-off', params, { data });
      if (service && !isRegisteredService(casServices, service))
        return new Refusal('cas-service-unknown', params, { data });
    },
    scopes: scopesOf,
    ticketFor,
  };
}
