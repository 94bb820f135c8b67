import type { KoaContextWithOIDC } from 'oidc-provider';
import { deviceGrant, responseTypes } from '../clients/client-metadata.ts';
import type { Mistake } from './mistake.ts';

/** The name of the feature that allows the grant of devices. */
const deviceFeature = 'device_authorization';

const sorted = (type: string) => [...new Set(type.split(' '))].sort().join(' ');

/** Finds the grant that a request needs and its application does not have. */
export function grantMissing({ oidc: { client, params, route } }: KoaContextWithOIDC): Mistake | undefined {
  const has = (grant: string) => client?.grantTypeAllowed(grant) === true;
  if (route === 'device_authorization') return has(deviceGrant) ? undefined : { fault: 'feature', sent: deviceFeature };
  if (route === 'token') {
    const grant = params?.grant_type;
    if (typeof grant !== 'string' || grant === 'implicit' || has(grant)) return undefined;
    return grant === deviceGrant ? { fault: 'feature', sent: deviceFeature } : { fault: 'grant', sent: grant };
  }
  const type = params?.response_type;
  const needed =
    typeof type === 'string' ? (responseTypes as Readonly<Record<string, readonly string[]>>)[sorted(type)] : undefined;
  const allowed: readonly string[] = (client?.application as { grantTypes?: readonly string[] })?.grantTypes ?? [];
  const missing = needed?.filter((grant) => !(allowed.length ? allowed : ['authorization_code']).includes(grant)) ?? [];
  return missing.length > 0 ? { fault: 'grant', sent: missing.join(' ') } : undefined;
}
