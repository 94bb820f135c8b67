import { EgressError } from '../../../core/egress/egress-error.ts';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { Refusal } from '../../../core/errors.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import type { EndedVisit } from '../../../kinds/session/service-visits.ts';
import type { ProtocolDeps } from '../../deps.ts';
import { issuerOf } from '../issuer.ts';
import { samlKeyOf } from '../keys.ts';
import { signRoot } from '../response/sign.ts';
import { newId } from '../response/write-response.ts';
import { toldIn } from './visits.ts';
import { writeLogoutRequest } from './write-logout.ts';

const limits = { timeoutMs: 10_000, maxBytes: 200_000, redirects: 0 };

/**
 * Tells a service provider of the end of a session by a request of the server (SAML Bindings 2.0, 3.2). A service provider that is
 * told through the browser learns nothing here: without a browser, its own session ends in its own time.
 */
export async function tellBySoap(
  visit: EndedVisit,
  deps: Omit<ProtocolDeps, 'clientAddress' | 'steps'>,
): Promise<void> {
  const application = await cachedObjectsOf(deps).applicationNamed(visit.application);
  const provider = application?.samlServiceProviders.find(({ entityId }) => entityId === visit.service);
  if (!application || provider?.sloBinding !== 'SOAP' || !provider.sloUrl) return;
  const now = deps.now();
  const issuer = issuerOf(application, deps.config.DOORWRIGHT_ORIGIN);
  const key = await samlKeyOf(application, deps, now);
  const request = writeLogoutRequest({ id: newId(), issuer, destination: provider.sloUrl, now }, toldIn(visit));
  const signed = await signRoot(request, key);
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${signed}</soap:Body></soap:Envelope>`;
  const problem = await post(provider.sloUrl, body, deps.egress.for({ organization: application.organization }));
  if (!problem) return;
  deps.log.warn(
    { application: application.name, reason: problem },
    'A SAML service provider could not be told of a sign-out',
  );
  throw new Error(problem);
}

/** Posts a message to a service provider. The answer is the reason why it did not arrive. */
async function post(address: string, body: string, way: EgressClient): Promise<string | undefined> {
  const headers = {
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: 'http://www.oasis-open.org/committees/security',
  };
  try {
    const { status } = await way.fetch(address, { method: 'POST', headers, body }, limits);
    return status < 200 || status > 299 ? `status ${status}` : undefined;
  } catch (error) {
    if (error instanceof EgressError || error instanceof Refusal) return error.message;
    throw error;
  }
}
