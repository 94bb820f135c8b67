import type { Application } from '@doorwright/crds/kinds/application.ts';
import { publicKeysIn } from '@doorwright/crds/values/key-set.ts';
import type { AllClientMetadata, ResponseType } from 'oidc-provider';
import type { SigningKey } from '../tokens/signing-keys.ts';
import { workloadMetadata } from './workload-assertion.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** The tag with which programs of Casdoor 2022 ask for it. */
export const miniProgramGrant = 'wechat_miniprogram';

/** The grant types that each response type requires. */
export const responseTypes: Readonly<Record<ResponseType, readonly string[]>> = {
  code: ['authorization_code'],
  id_token: ['id_token'],
  'id_token token': ['id_token', 'token'],
  'code id_token': ['authorization_code', 'id_token'],
  'code token': ['authorization_code', 'token'],
  'code id_token token': ['authorization_code', 'id_token', 'token'],
  token: ['token'],
  none: ['authorization_code'],
} as Record<ResponseType, readonly string[]>;

/** The response types of an application. Without a choice of its own it has the authorization code alone. */
export const grantsOf = ({ grantTypes }: Pick<Application, 'grantTypes'>): readonly string[] =>
  grantTypes.length ? grantTypes : ['authorization_code'];

/** An application that acts for itself needs a secret, also where its row is older than that rule. */
const isProvable = (grant: string, { clientType }: Application) =>
  grant !== 'client_credentials' || clientType !== 'public';

/** A browser brings no proof of a key, so no access token could be bound. */
const isUnbound = (type: ResponseType) => type.split(' ').includes('token');

const standardGrants = ['authorization_code', 'refresh_token', 'client_credentials', 'password'];

function authentication({ clientType, clientSecret }: Application) {
  if (clientType === 'workload') return workloadMetadata;
  // The library gets no secret of a client that has another proof, so none can count.
  if (clientType === 'private_key') return { token_endpoint_auth_method: 'private_key_jwt' };
  return clientType === 'public'
    ? { token_endpoint_auth_method: 'none' }
    : { client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_basic' };
}

/** Keys in the settings come first. An unreadable set has no keys, so nothing is proved by it. */
const signingKeys = ({ jwks, jwksUri }: Application) =>
  jwksUri && !jwks ? { jwks_uri: jwksUri } : { jwks: { keys: publicKeysIn(jwks) } };

/** Describes an application as a client of the library. The application goes along, for the claims of tokens. */
export function clientMetadata(application: Application, key: SigningKey): AllClientMetadata {
  const allowed = grantsOf(application);
  const has = (feature: Application['oauthFeatures'][number]) => application.oauthFeatures.includes(feature);
  const responses = application.redirectUris.length
    ? (Object.keys(responseTypes) as ResponseType[]).filter(
        (type) => responseTypes[type].every((grant) => allowed.includes(grant)) && !(has('dpop') && isUnbound(type)),
      )
    : [];
  const isImplicit = responses.some((type) => /token/.test(type));
  return {
    client_id: application.clientId,
    client_name: application.displayName || application.name,
    ...authentication(application),
    ...signingKeys(application),
    redirect_uris: application.redirectUris,
    post_logout_redirect_uris: application.redirectUris,
    response_types: responses,
    grant_types: [
      ...standardGrants.filter((grant) => allowed.includes(grant) && isProvable(grant, application)),
      ...(isImplicit ? ['implicit'] : []),
      ...(has('device_authorization') ? [deviceGrant] : []),
      // The request shows whether one of the providers is a mini program.
      ...(application.providers.length ? [miniProgramGrant] : []),
    ],
    id_token_signed_response_alg: key.alg,
    dpop_bound_access_tokens: has('dpop'),
    application,
  } as AllClientMetadata;
}
