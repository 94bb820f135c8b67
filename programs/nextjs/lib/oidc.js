import * as oidc from 'openid-client';

const { OIDC_ISSUER_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = process.env;
// Only a local trial has no TLS.
const options = OIDC_ISSUER_URL?.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};

let discovered;

/** Doorwright's addresses and keys, asked for once. A failure is not kept. */
export const discovery = () => {
  discovered ??= oidc
    .discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, options)
    .catch((error) => {
      discovered = undefined;
      throw error;
    });
  return discovered;
};
