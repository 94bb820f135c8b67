import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SamlRequest } from '../../../signin/contracts/saml-authority.ts';
import { wrongRequest } from '../refused.ts';
import { longestRelayState, serviceProviderOf } from './judge.ts';

interface Wanted {
  service: string;
  RelayState?: string | undefined;
}

/**
 * A sign-in that begins here (SAML Profiles 2.0, 4.1.5). Its response names no request, and anybody can lead a browser to it; so the service
 * provider must allow it, and the response goes to its default address.
 */
export function beginRequest(
  application: Application,
  { service, RelayState: relayState = '' }: Wanted,
  now: Date,
): SamlRequest {
  const { entityId, idpInitiated, acsUrls } = serviceProviderOf(application, service);
  if (!idpInitiated) throw wrongRequest('the service provider allows no sign-in from here');
  if (relayState.length > longestRelayState) throw wrongRequest('RelayState is too long');
  return {
    ...{ application: application.name, id: '', service: entityId, acs: acsUrls[0] as string, relayState },
    ...{ isForced: false, isPassive: false, format: '', classes: [], comparison: 'exact', openedAt: now.getTime() },
  };
}
