import { isRegisteredService } from '@doorwright/crds/values/cas-services.ts';
import { Refusal } from '../../core/errors.ts';
import { provedTimeOf, type SessionUser, sessionUser } from '../../kinds/session/sessions.ts';
import { consentOf } from '../../kinds/token/consents.ts';
import type { CasArrival, CasServer, CasTicketing } from '../../signin/targets/cas-server.ts';
import type { ProtocolDeps } from '../deps.ts';
import { giveTicket } from './tickets.ts';
import { scopesOf } from './told.ts';

const second = 1000;
/** How long an answer to a question may follow the proof that a service wants. A half-finished sign-in lasts as long. */
const answerTime = 600 * second;

/** A proof counts as new for one ticket, also if the user answered questions of the application in between. */
function isNewProof({ isFresh, hasAnswered, now }: CasArrival, { authenticatedTime }: SessionUser): boolean {
  return isFresh || (hasAnswered && now.getTime() - authenticatedTime.getTime() < answerTime);
}

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
    const isNew = isNewProof(arrival, user);
    if (renew && !isNew) return { refusal: new Refusal('sign-in-first'), reason: 'login_required' };
    if (await lacksConsent(arrival, user)) return { refusal: new Refusal('sign-in-first'), reason: 'consent_required' };
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
