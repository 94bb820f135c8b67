import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';

/**
 * Sign in with Slack speaks OpenID Connect. Read on 2026-11-23: https://api.slack.com/authentication/sign-in-with-slack,
 * https://docs.slack.dev/reference/methods/openid.connect.token and https://docs.slack.dev/changelog/2026/03/30/pkce. PKCE is only for
 * applications without a secret. A registration needs the scopes openid, profile and email; Casdoor 2022 had users:read.
 */
export const slack = openIdFlow({
  issuer: () => 'https://slack.com',
  scope: () => 'openid profile email',
  lacks: ['pkce'],
  profile: (claims) =>
    profileOf(
      {
        id: textOf(claims.sub),
        username: textOf(claims.name),
        displayName: textOf(claims.name),
        firstName: textOf(claims.given_name),
        lastName: textOf(claims.family_name),
        email: textOf(claims.email),
        isEmailVerified: claims.email_verified === true,
        avatar: textOf(claims.picture) || textOf(claims['https://slack.com/user_image_192']),
        language: textOf(claims.locale),
      },
      claims,
    ),
});
