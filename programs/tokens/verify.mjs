import { createRemoteJWKSet, jwtVerify } from 'jose';

const { OIDC_ISSUER_URL, OIDC_CLIENT_ID } = process.env;
const discovery = await fetch(`${OIDC_ISSUER_URL}/.well-known/openid-configuration`);
// Keeps the keys, and reads them again when a token names an unknown one.
const keys = createRemoteJWKSet(new URL((await discovery.json()).jwks_uri));

/** The claims of an access token that Doorwright gave to the application of this client id. All others are refused. */
export async function verify(token) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: OIDC_ISSUER_URL,
    audience: OIDC_CLIENT_ID,
    typ: 'at+jwt',
    requiredClaims: ['exp', 'sub'],
  });
  return payload;
}

/** Whether the person has an enabled role of this organization. */
export const hasRole = ({ roles = [] }, owner, name) =>
  roles.some((role) => role.owner === owner && role.name === name && role.isEnabled);
