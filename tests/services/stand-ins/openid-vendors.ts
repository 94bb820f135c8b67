import { createOpenIdService } from './openid-service.ts';
import { json } from './stand-in.ts';

const scopes = ['openid', 'profile', 'email'];

/**
 * GitLab. Read on 2026-11-23: https://docs.gitlab.com/integration/openid_connect_provider/. Only some claims stand in its ID token.
 */
export const createGitLab = () =>
  createOpenIdService({
    issuer: 'https://gitlab.com',
    endpoints: {
      authorize: 'https://gitlab.com/oauth/authorize',
      token: 'https://gitlab.com/oauth/token',
      userInfo: 'https://gitlab.com/oauth/userinfo',
      keys: 'https://gitlab.com/oauth/discovery/keys',
    },
    inIdToken: ['sub', 'email', 'email_verified'],
    rules: { scopes },
  });

/** A custom authorization server of Okta. Read on 2026-11-23: https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/. */
export const createOkta = (issuer = 'https://acme.okta.com/oauth2/default', path = `${issuer}/v1`) =>
  createOpenIdService({
    issuer,
    endpoints: {
      authorize: `${path}/authorize`,
      token: `${path}/token`,
      userInfo: `${path}/userinfo`,
      keys: `${path}/keys`,
    },
    clientId: '0oa1a2b3c4d5e6f7g8h9',
    inIdToken: ['sub', 'name', 'preferred_username'],
    rules: { scopes },
  });

/**
 * AD FS. Read on 2026-11-23: https://learn.microsoft.com/openspecs/windows_protocols/ms-oidce/. Its userinfo endpoint tells the `sub` only,
 * and it names no method for the secret.
 */
export const createAdfs = (site = 'https://fs.acme.example') =>
  createOpenIdService({
    issuer: `${site}/adfs`,
    endpoints: {
      authorize: `${site}/adfs/oauth2/authorize/`,
      token: `${site}/adfs/oauth2/token/`,
      userInfo: `${site}/adfs/userinfo`,
      keys: `${site}/adfs/discovery/keys`,
    },
    clientId: '7a5f1c62-5a2e-4a53-9f7e-0c7f0b3a2d11',
    rules: { scopes: ['openid'], shown: ({ sub }) => ({ sub }) },
  });

/**
 * Microsoft Entra ID. Read on 2026-11-23: https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc. The metadata for all
 * directories has a placeholder in its issuer; an ID token names the directory of its user.
 */
export const createEntraId = (directory = 'common') => {
  const site = 'https://login.microsoftonline.com';
  const isCommon = directory === 'common';
  return createOpenIdService({
    issuer: `${site}/${isCommon ? '{tenantid}' : directory}/v2.0`,
    endpoints: {
      authorize: `${site}/${directory}/oauth2/v2.0/authorize`,
      token: `${site}/${directory}/oauth2/v2.0/token`,
      userInfo: 'https://graph.microsoft.com/oidc/userinfo',
      keys: `${site}/${directory}/discovery/v2.0/keys`,
    },
    clientId: '6731de76-14a6-49ae-97bc-6eba6914391e',
    rules: {
      scopes,
      publishedAt: `${site}/${directory}/v2.0`,
      issuerFor: ({ tid }) => `${site}/${tid}/v2.0`,
      shown: ({ sub, name, given_name, family_name, email }) => ({ sub, name, given_name, family_name, email }),
    },
  });
};

/**
 * Sign in with Slack. Read on 2026-11-23: https://api.slack.com/authentication/sign-in-with-slack and
 * https://docs.slack.dev/reference/methods/openid.connect.token. It refuses with status 200 and `ok: false`.
 */
export const createSlack = () =>
  createOpenIdService({
    issuer: 'https://slack.com',
    endpoints: {
      authorize: 'https://slack.com/openid/connect/authorize',
      token: 'https://slack.com/api/openid.connect.token',
      userInfo: 'https://slack.com/api/openid.connect.userInfo',
      keys: 'https://slack.com/openid/connect/keys',
    },
    clientId: '25259531569.1115229156',
    rules: {
      scopes,
      pkce: 'ignored',
      refuse: (_, error) =>
        json(200, { ok: false, error: error === 'invalid_client' ? 'bad_client_secret' : 'invalid_code' }),
      shown: (user) => ({ ok: true, ...user }),
      beside: { ok: true },
    },
  });

/**
 * Sign In with LinkedIn. Read on 2026-11-23:
 * https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 and
 * https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow. It repeats no nonce, and takes no verifier
 * (https://github.com/teamhanko/hanko/pull/2405).
 */
export const createLinkedIn = () =>
  createOpenIdService({
    issuer: 'https://www.linkedin.com/oauth',
    endpoints: {
      authorize: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      userInfo: 'https://api.linkedin.com/v2/userinfo',
      keys: 'https://www.linkedin.com/oauth/openid/jwks',
    },
    clientId: '86xyz1abcdefgh',
    rules: { scopes, pkce: 'refused', nonce: 'ignored' },
  });

/** An installation of Casdoor, as Casdoor 2022 was. Its ID token has the whole user. */
export const createCasdoor = (issuer = 'https://door.acme.example') =>
  createOpenIdService({
    issuer,
    endpoints: {
      authorize: `${issuer}/login/oauth/authorize`,
      token: `${issuer}/api/login/oauth/access_token`,
      userInfo: `${issuer}/api/userinfo`,
      keys: `${issuer}/.well-known/jwks`,
    },
    clientId: '014ae4bd048734ca2dea',
    rules: {
      scopes,
      shown: ({ sub, name, displayName, email, avatar }) => ({
        ...{ sub, name, preferred_username: displayName },
        ...{ email, picture: avatar, iss: issuer },
      }),
    },
  });
