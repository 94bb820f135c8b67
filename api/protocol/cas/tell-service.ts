import { randomUUID } from 'node:crypto';
import { isRegisteredService } from '@doorwright/crds/values/cas-services.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import { Refusal } from '../../core/errors.ts';
import { textOfXml } from '../../core/xml-text.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { EndedVisit } from '../../kinds/session/service-visits.ts';
import type { CasDeps } from './deps.ts';

const limits = { timeoutMs: 2_500, maxBytes: 64 * 1024, redirects: 0 };

/** What the visit of a service keeps. */
export interface Visited {
  ticket: string;
  user: string;
}

/** The notice that CAS borrows from SAML 2: the ticket names the session of the service (CAS Protocol 3.0, Appendix C). */
const logoutRequest = ({ ticket, user }: Visited, now: Date): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-${randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${textOfXml(user)}</saml:NameID><samlp:SessionIndex>${textOfXml(ticket)}</samlp:SessionIndex></samlp:LogoutRequest>`;

/** Posts a notice to a service that is still registered. A redirect counts as success, because some services answer with one. */
export async function tellCasService(
  { application: name, service, data }: EndedVisit,
  deps: Omit<CasDeps, 'registry'>,
): Promise<void> {
  const { egress, log, now } = deps;
  const application = await cachedObjectsOf(deps).applicationNamed(name);
  if (!application || !isRegisteredService(application.casServices, service)) return;
  const body = String(new URLSearchParams({ logoutRequest: logoutRequest(JSON.parse(data) as Visited, now()) }));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  let reason: string;
  try {
    const { status } = await egress
      .for({ organization: application.organization })
      .fetch(service, { method: 'POST', headers, body }, limits);
    if (status < 400) return;
    reason = `status ${status}`;
  } catch (error) {
    if (!(error instanceof EgressError || error instanceof Refusal)) throw error;
    reason = error.message;
  }
  log.warn({ application: name, reason }, 'A CAS service could not be told of a sign-out');
  throw new Error(reason);
}
