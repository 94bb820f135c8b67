import { type Configuration, errors } from 'oidc-provider';
import { isCall } from '../calls.ts';
import { applicationOf, profileOf } from './client-assertions.ts';

type Judge = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['requestObjects']>['assertJwtClaimsAndHeader']
>;

const longestSeconds = 3_600;

/**
 * Refuses requests as a JWT by value, except of applications that have the feature. A call from this process has the parameters of
 * a page, which were read from the JWT before. FAPI 2 (message signing, 5.3.1) wants a short life.
 */
export const judgeRequestObject: Judge = async (ctx, claims, _header, client) => {
  const isByValue = !ctx.oidc.entities.PushedAuthorizationRequest;
  const isTaken = !isCall(ctx) && applicationOf(client)?.oauthFeatures.includes('request_objects');
  if (isByValue && !isTaken) throw new errors.RequestNotSupported();
  if (!profileOf(ctx, client)) return;
  const { aud, exp, nbf } = claims;
  const seconds = Number(exp) - Number(nbf);
  if (aud === undefined || !(seconds > 0 && seconds <= longestSeconds))
    throw new errors.InvalidRequestObject('a Request Object has aud, nbf and exp, at most an hour apart');
};
