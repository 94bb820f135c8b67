import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

/**
 * Google speaks OpenID Connect. Read on 2026-11-23: https://developers.google.com/identity/openid-connect/reference and
 * https://developers.google.com/identity/openid-connect/openid-connect.
 */
export const google = openIdFlow({
  issuer: () => 'https://accounts.google.com',
  scope: () => 'openid profile email',
  // Visitors with several accounts choose one, and not the first of the browser.
  parameters: { prompt: 'select_account' },
  profile(claims) {
    const email = textOf(claims.email);
    if (!email) throw refusedBy('google email is empty');
    return profileOf(
      {
        id: textOf(claims.sub),
        username: email,
        displayName: textOf(claims.name),
        firstName: textOf(claims.given_name),
        lastName: textOf(claims.family_name),
        email,
        isEmailVerified: claims.email_verified === true,
        avatar: textOf(claims.picture),
        language: textOf(claims.locale),
      },
      claims,
    );
  },
});
