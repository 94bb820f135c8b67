import { z } from 'zod';
import { choice, flag, integer, list, text } from '../field.ts';
import { apiAccesses } from './api-access.ts';
import { clientTypes, grantTypes, nameClaims, oauthFeatures, tokenFormats } from './oauth-client.ts';

/** The fields of an application as a client of OAuth, with its tokens and its access to /api. */
export const clientFields = {
  clientId: text('Client ID', { about: 'ID of the application in protocols. It is generated if it is empty.' }),
  clientSecret: text('Client secret', {
    about:
      'Proves that a request comes from the application. Your own secret needs at least 16 characters and must not be a common password.',
    max: 200,
    secret: 'masked',
    proves: true,
    control: 'password',
  }),
  cert: text('Cert', {
    about: 'Cert that signs the tokens of the application.',
    refers: { kind: 'cert', by: 'name', onDelete: 'refuse' },
  }),
  redirectUris: list('Redirect URLs', z.string().min(1).max(500), {
    about: 'URLs to which users can be redirected after sign-in. They must match exactly.',
    readmits: 'any',
  }),
  allowHttpRedirects: flag('Allow http redirects', {
    about:
      'Redirect URLs can begin with http:// on any host, where others on the network can read the codes. If this is off, only on localhost.',
    readmits: true,
    dangers: [{ when: true, about: 'Others on the network can read the codes, and sign in as the users.' }],
  }),
  tokenFormat: choice('Token format', tokenFormats, {
    about: 'Data of the user in access tokens: the claims that the scopes grant, or only the name.',
    initial: 'JWT',
  }),
  nameClaims: choice('Name claims', nameClaims, {
    about:
      'As in OpenID Connect, `name` is the display name and `preferred_username` the user name, in userinfo and ID tokens. Casdoor swaps the two.',
    initial: 'standard',
  }),
  expireInHours: integer('Access token lifetime', {
    about: 'Time until access tokens expire. 0 means 168 hours.',
    max: 87_600,
    initial: 168,
    unit: 'hours',
  }),
  refreshExpireInHours: integer('Refresh token lifetime', {
    about: 'Time until refresh tokens expire. 0 means 720 hours.',
    max: 87_600,
    initial: 720,
    unit: 'hours',
  }),
  grantTypes: list('Grant types', z.enum(grantTypes), {
    about: 'Grants with which the application can get tokens. If the list is empty, only the authorization code grant.',
    max: grantTypes.length,
    initial: ['authorization_code'],
    dangers: [
      { when: 'password', about: 'With the password grant, the application sees the passwords of its users.' },
      {
        when: 'token',
        about: 'With the token grant, access tokens are in addresses, where logs and browser extensions can read them.',
      },
      {
        when: 'id_token',
        about: 'With the ID token grant, ID tokens are in addresses, where logs and browser extensions can read them.',
      },
    ],
  }),
  clientType: choice('Client type', clientTypes, {
    about:
      'A public client, such as a web page or a mobile app, has no secret and must use PKCE. A workload proves its identity with its ServiceAccount token. A client with a private key signs a JWT instead of sending a secret (private_key_jwt).',
    readmits: 'any',
    initial: 'confidential',
  }),
  workload: text('Workload', {
    about:
      'ServiceAccount whose pods can act as the application, as `namespace/name`. Only for clients of type workload.',
    max: 317,
    proves: true,
  }),
  jwks: text('JWKS', {
    about:
      'Public keys of the application as a JSON Web Key Set. They verify the JWTs that the application signs: its proofs as a client, and its request objects.',
    max: 20_000,
    proves: true,
    readmits: 'any',
    control: 'code',
  }),
  jwksUri: text('JWKS URL', {
    about: 'URL of the public keys, instead of JWKS. The application can change its keys there.',
    max: 500,
    proves: true,
    readmits: 'any',
    control: 'url',
  }),
  oauthFeatures: list('OAuth features', z.enum(oauthFeatures), {
    about:
      'Optional protocol features that the application can use. dpop binds its tokens to its keys. request_objects takes authorization requests as signed JWTs.',
    max: oauthFeatures.length,
  }),
  requirePushedRequests: flag('Require pushed requests', {
    about:
      'The application must send each authorization request directly first (PAR), so that no browser can change it.',
  }),
  requirePkce: flag('Require PKCE', {
    about: 'The application must use PKCE with S256. Public clients always must.',
  }),
  rotateRefreshTokens: flag('Rotate refresh tokens', {
    about:
      'Each use of a refresh token gives a new one. FAPI 2 wants this off. A public client can switch it off only with dpop.',
    initial: true,
    dangers: [{ when: false, about: 'Only the proof of a key or of the client then stops a thief of refresh tokens.' }],
  }),
  requireConsent: flag('Ask for consent', {
    about: 'Users must agree before the application gets their data. Use this for applications of other companies.',
  }),
  apiAccess: choice('API access', apiAccesses, {
    about:
      "Rights of the application on /api, with its client secret and its users' tokens. A token never exceeds the rights of its user. `read-account`: read the user's own account. `account`: also change it. `read-users`: also read the organization's users. `administrator`: all rights of the organization's administrator.",
    // Casdoor 2022 has no such setting, so programs that add applications on /api rely on full access.
    initial: 'administrator',
    dangers: [
      {
        when: 'administrator',
        about: 'This choice grants broad rights. Use it only for programs that you trust and that need it.',
      },
    ],
  }),
  backchannelLogoutUri: text('Back-channel logout URL', {
    about: 'URL of the application that is called when a user signs out.',
    max: 500,
    control: 'url',
  }),
};
