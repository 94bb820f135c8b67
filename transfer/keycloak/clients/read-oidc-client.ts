import { checkBackchannelUri } from '@doorwright/crds/values/redirect-uris.ts';
import type { Plan } from '../plan/plan.ts';
import type { Client } from '../representation.ts';
import { commonFields } from './common-fields.ts';
import { readCredentials } from './credentials.ts';
import { featuresOf, grantsOf, needsPkce, pushes } from './grants.ts';
import { lostOfClient } from './lost-of-client.ts';
import { listed, readAddresses } from './redirect-uris.ts';

export interface MappedClient {
  /** Undefined if no application can be made of it. */
  fields: Record<string, unknown> | undefined;
  lost: (readonly [what: string, why: string])[];
}

const hour = 3600;
const mostHours = 87_600;

/** Whole hours that a lifetime fits into. */
const hoursOf = (seconds: number) => Math.min(Math.max(Math.ceil(seconds / hour), 1), mostHours);

function lifetimesOf({ realm }: Plan, { attributes }: Client) {
  const access = Number(attributes['access.token.lifespan']) || realm.accessTokenLifespan;
  const refresh = Number(attributes['client.offline.session.idle.timeout']) || realm.offlineSessionIdleTimeout;
  return {
    ...(access && access > 0 && { expireInHours: hoursOf(access) }),
    ...(refresh && refresh > 0 && { refreshExpireInHours: hoursOf(refresh) }),
  };
}

function* lostAddresses(client: Client): Iterable<readonly [string, string]> {
  const { taken, patterns, refused } = readAddresses(client, client.redirectUris);
  const after = readAddresses(client, listed(client.attributes['post.logout.redirect.uris']));
  if (patterns.length > 0)
    yield [
      `redirect patterns ${patterns.join(', ')}`,
      'addresses must match exactly; add each one that the application uses',
    ];
  if (refused.length > 0)
    yield [`redirect addresses ${refused.join(', ')}`, 'they are no complete addresses of the web or an app'];
  const missing = [...after.taken, ...after.patterns].filter(
    (each) => !taken.includes(each) && !patterns.includes(each),
  );
  if (missing.length > 0)
    yield [
      `addresses after sign-out ${missing.join(', ')}`,
      'they are among the redirect URLs here; add them if sign-in may return there too',
    ];
}

/** A client of OpenID Connect as an application. */
export function readOidcClient(plan: Plan, client: Client): MappedClient {
  const [grantTypes, oauthFeatures] = [grantsOf(client), featuresOf(client)];
  if (grantTypes.length === 0)
    return {
      fields: undefined,
      lost: [['the whole client', 'it signs nobody in; a program that only checks tokens needs no application']],
    };
  const { taken, hasOpenHttp } = readAddresses(client, client.redirectUris);
  const logout = client.attributes['backchannel.logout.url'] ?? '';
  const takesLogout = checkBackchannelUri(logout).length === 0;
  const credentials = readCredentials(client);
  return {
    fields: {
      ...commonFields(plan, client),
      ...{ clientId: client.clientId, redirectUris: taken, allowHttpRedirects: hasOpenHttp, grantTypes, oauthFeatures },
      ...{ requirePkce: needsPkce(client), requirePushedRequests: pushes(client) },
      ...{ backchannelLogoutUri: takesLogout ? logout : '', ...lifetimesOf(plan, client), ...credentials.fields },
    },
    lost: [
      ...credentials.lost,
      ...lostAddresses(client),
      ...(takesLogout ? [] : [[`back-channel logout ${logout}`, 'the address must begin with https'] as const]),
      ...lostOfClient(client),
    ],
  };
}
