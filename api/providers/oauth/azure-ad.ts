import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';

/** Microsoft shows the claim as a boolean, a number or a text. */
const isTrue = (value: unknown) => [true, 1, '1', 'true'].some((each) => each === value);

/**
 * Microsoft Entra ID, which was Azure AD. It speaks OpenID Connect. Read on 2026-11-23:
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference,
 * https://learn.microsoft.com/entra/identity-platform/optional-claims-reference and
 * https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization.
 *
 * A directory's administrator writes any address as `email`. Only `xms_edov` says that its owner was verified. Casdoor 2022 kept the
 * user principal name as the id, which can pass to somebody else. `oid` in its directory cannot, so imported users link again.
 */
export const azureAd = openIdFlow({
  issuer: ({ domain }) => `https://login.microsoftonline.com/${encodeURIComponent(domain.trim() || 'common')}/v2.0`,
  scope: () => 'openid profile email',
  parameters: { prompt: 'select_account' },
  profile: (claims) =>
    profileOf(
      {
        id: textOf(claims.oid),
        username: textOf(claims.preferred_username),
        displayName: textOf(claims.name),
        firstName: textOf(claims.given_name),
        lastName: textOf(claims.family_name),
        email: textOf(claims.email),
        isEmailVerified: isTrue(claims.xms_edov),
        issuer: textOf(claims.iss),
      },
      claims,
    ),
});
