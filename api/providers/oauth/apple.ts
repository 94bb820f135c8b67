import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { importPKCS8, SignJWT } from 'jose';
import { openIdFlow } from './flow/openid-flow.ts';
import { profileOf, textOf } from './profile.ts';
import { refusedBy } from './sign-in-service.ts';

const issuer = 'https://appleid.apple.com';

/** Apple wants a token signed with the application's key in place of a secret. It lives as long as one exchange. */
async function clientSecret({ clientId, clientId2: team, appId: keyId, clientSecret: pem }: Provider): Promise<string> {
  const key = await importPKCS8(pem, 'ES256').catch((cause) => {
    throw refusedBy('the private key is not the .p8 file of a key for Sign in with Apple', cause);
  });
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);
}

/** The name stands beside the code, and only in the first answer. Anybody can write it, as they can at Apple. */
function nameIn(answer: URLSearchParams): { firstName: string; lastName: string } {
  try {
    const { name } = JSON.parse(answer.get('user') ?? '{}');
    return { firstName: textOf(name?.firstName), lastName: textOf(name?.lastName) };
  } catch {
    return { firstName: '', lastName: '' };
  }
}

/**
 * Sign in with Apple speaks OpenID Connect. It posts its answer as a form, because the request has scopes; `form-answers.ts` turns that into a
 * query. Read on 2026-11-23: https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret,
 * https://developer.apple.com/documentation/signinwithapplerestapi/generate_and_validate_tokens and
 * https://developer.apple.com/documentation/signinwithapple/receiving-a-users-identity-token: "Apple verifies that the email address works".
 * The members of the posted form were read in documents of others.
 */
export const apple = openIdFlow({
  issuer: () => issuer,
  scope: () => 'openid name email',
  parameters: { response_mode: 'form_post' },
  secret: clientSecret,
  lacks: ['pkce'],
  profile: (claims, _, answer) =>
    profileOf(
      {
        id: textOf(claims.sub),
        ...nameIn(answer),
        email: textOf(claims.email),
        // Apple writes a text or a boolean.
        isEmailVerified: String(claims.email_verified) === 'true',
      },
      claims,
    ),
});
