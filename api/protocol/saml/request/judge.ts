import type { Application } from '@doorwright/crds/kinds/application.ts';
import { acsUrlAt, type SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { Refusal } from '../../../core/errors.ts';
import { scrubbedAddress } from '../../../http/secrets-in-url.ts';
import { bindings } from '../../../providers/saml/names.ts';
import type { SamlMessage, SamlRequest } from '../../../signin/contracts/saml-authority.ts';
import { pagePathOf } from '../names.ts';
import { wrongRequest } from '../refused.ts';
import { decodedMessage } from './decode.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import { isSignedBy } from './signature.ts';

/** Clocks of two servers may differ, and a browser takes its time. */
export const freshFor = 10 * 60_000;
export const longestRelayState = 4_000;

export function serviceProviderOf(
  { samlServiceProviders }: Pick<Application, 'samlServiceProviders'>,
  entityId: string,
): SamlServiceProvider {
  const found = samlServiceProviders.find((each) => each.entityId === entityId);
  if (!found) throw new Refusal('saml-service-unknown', { service: entityId.slice(0, 200) });
  return found;
}

/** A signed message must name its destination, so that nobody can pass it on to another identity provider. */
export function refuseOtherDestination(said: string, ours: string, isSigned: boolean): void {
  if (said ? said !== ours : isSigned) throw wrongRequest('the message has another destination');
}

export function refuseStale(issueInstant: string, now: Date): void {
  if (Math.abs(now.getTime() - Date.parse(issueInstant)) > freshFor)
    throw wrongRequest('the message is too old, or the clock of the service provider is wrong');
}

/** Only a registered address gets a response (S46). Nothing is compared by its beginning or without its query. */
function acsOf(provider: SamlServiceProvider, { acsUrl, acsIndex }: ReadRequest): string {
  const { acsUrls } = provider;
  if (acsUrl && acsIndex) throw wrongRequest('the request names its address for responses twice');
  if (acsIndex && !/^\d{1,5}$/.test(acsIndex)) throw wrongRequest('AssertionConsumerServiceIndex is not a number');
  if (!acsUrl && !acsIndex) return acsUrls[0] as string;
  const found = acsUrl ? acsUrls.find((each) => each === acsUrl) : acsUrlAt(provider, Number(acsIndex));
  if (found) return found;
  const wanted = acsUrl ? scrubbedAddress(acsUrl) : `the index ${acsIndex}`;
  throw wrongRequest(`the address for responses is not registered: ${wanted}`);
}

/**
 * Judges a request (SAML Profiles 2.0, 4.1.4.1). The signed text and the text that is read are the same: the request has one element, no other
 * one may hold a signature, and the signature covers the whole.
 */
export function judgeRequest(
  application: Application,
  message: SamlMessage,
  { origin, now }: { origin: string; now: Date },
): SamlRequest {
  const relayState = message.RelayState ?? '';
  if (relayState.length > longestRelayState) throw wrongRequest('RelayState is too long');
  const xml = decodedMessage(message.SAMLRequest, message.binding);
  const read = readRequest(xml);
  const provider = serviceProviderOf(application, read.issuer);
  const isGood = isSignedBy(provider, { xml, root: read.root, rawQuery: message.rawQuery, binding: message.binding });
  if (!isGood && provider.requireSignedRequests) throw wrongRequest('the request is not signed');
  refuseOtherDestination(read.destination, `${origin}${pagePathOf(application)}`, isGood);
  refuseStale(read.issueInstant, now);
  if (read.binding && read.binding !== bindings.POST) throw wrongRequest('the request wants another binding');
  if (read.nameQualifier && read.nameQualifier !== read.issuer)
    throw wrongRequest('the request asks for an id of another service provider');
  return {
    application: application.name,
    id: read.id,
    service: provider.entityId,
    acs: acsOf(provider, read),
    relayState,
    isForced: read.isForced,
    isPassive: read.isPassive,
    format: read.format,
    classes: read.classes,
    comparison: read.comparison,
    openedAt: now.getTime(),
  };
}
