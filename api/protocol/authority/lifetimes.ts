import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, Configuration } from 'oidc-provider';
import {
  accessSeconds,
  codeSeconds,
  deviceSeconds,
  grantSeconds,
  interactionSeconds,
  refreshSeconds,
  visitorSeconds,
} from '../../kinds/application/token-lifetimes.ts';

const applicationOf = (client: Client | undefined) => client?.application as Application;

/** The lifetimes of the library's objects, in seconds. */
export const lifetimes = (now: () => Date): NonNullable<Configuration['ttl']> => ({
  AccessToken: (_ctx, _token, client) => accessSeconds(applicationOf(client)),
  ClientCredentials: (_ctx, _token, client) => accessSeconds(applicationOf(client)),
  IdToken: (_ctx, _token, client) => accessSeconds(applicationOf(client)),
  RefreshToken: (_ctx, _token, client) => refreshSeconds(applicationOf(client)),
  AuthorizationCode: codeSeconds,
  DeviceCode: deviceSeconds,
  Grant: grantSeconds,
  Interaction: interactionSeconds,
  Session: (_ctx, { exp }) =>
    exp === undefined ? visitorSeconds : Math.max(1, exp - Math.floor(now().getTime() / 1000)),
});
