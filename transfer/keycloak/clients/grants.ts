import type { grantTypes, oauthFeatures } from '@doorwright/crds/options/oauth-client.ts';
import type { Client } from '../representation.ts';

type Grant = (typeof grantTypes)[number];
type Feature = (typeof oauthFeatures)[number];

const isOn = (client: Client, attribute: string) => client.attributes[attribute] === 'true';

/** The flows of a client as grants. None if it only takes tokens of others. */
export function grantsOf(client: Client): Grant[] {
  if (client.bearerOnly) return [];
  const hasUsers =
    client.standardFlowEnabled ||
    client.directAccessGrantsEnabled ||
    isOn(client, 'oauth2.device.authorization.grant.enabled');
  return [
    ...(client.standardFlowEnabled ? (['authorization_code'] as const) : []),
    ...(client.implicitFlowEnabled ? (['token', 'id_token'] as const) : []),
    ...(client.directAccessGrantsEnabled ? (['password'] as const) : []),
    ...(client.serviceAccountsEnabled && !client.publicClient ? (['client_credentials'] as const) : []),
    ...(hasUsers && client.attributes['use.refresh.tokens'] !== 'false' ? (['refresh_token'] as const) : []),
  ];
}

export const featuresOf = (client: Client): Feature[] => [
  ...(isOn(client, 'oauth2.device.authorization.grant.enabled') ? (['device_authorization'] as const) : []),
  ...(isOn(client, 'dpop.bound.access.tokens') ? (['dpop'] as const) : []),
];

export const pushes = (client: Client): boolean => isOn(client, 'require.pushed.authorization.requests');

export const needsPkce = (client: Client): boolean => client.attributes['pkce.code.challenge.method'] === 'S256';
