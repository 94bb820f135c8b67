import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isCall } from '../calls.ts';
import { applicationOf, profileOf } from './client-assertions.ts';

type Judge = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['requestObjects']>['assertJwtClaimsAndHeader']
>;

const longestSeconds = 3_600;

/** Whether a client may send its request as a JWT by value. A call from this process has the parameters of a page, which were read from the JWT before. */
export const takesRequestObjects = (ctx: KoaContextWithOIDC): boolean =>
  !isCall(ctx) && (applicationOf(ctx.oidc.client)?.oauthFeatures.includes('request_objects') ?? false);

/** FAPI 2 (message signing, 5.3.1) wants a short life. */
export const judgeRequestObject: Judge = async (ctx, claims, _header, client) => {
  if (!profileOf(ctx, client)) return;
  const { aud, exp, nbf } = claims;
  const seconds = Number(exp) - Number(nbf);
  if (aud === undefined || !(seconds > 0 && seconds <= longestSeconds))
    throw new errors.InvalidRequestObject('a Request Object has aud, nbf and exp, at most an hour apart');
};
