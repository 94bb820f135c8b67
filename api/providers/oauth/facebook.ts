import { createHmac } from 'node:crypto';
import { codeFlow } from './flow/code-flow.ts';
import { bearer } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';

const graph = 'https://graph.facebook.com';
const fields = 'id,name,first_name,last_name,email,picture.type(large)';

/** Facebook can demand that each call proves the application's secret. */
const proofOf = (accessToken: string, secret: string) => createHmac('sha256', secret).update(accessToken).digest('hex');

/**
 * Facebook Login. Its discovery document names no token endpoint, so it is not the OpenID flow. Read on 2026-11-23:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow,
 * https://developers.facebook.com/docs/graph-api/reference/user and
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests. Nothing there says that the address is verified.
 */
export const facebook = codeFlow({
  server: () => ({
    authorization_endpoint: 'https://www.facebook.com/dialog/oauth',
    token_endpoint: `${graph}/oauth/access_token`,
  }),
  scope: () => 'email public_profile',
  async profile(ask, accessToken, { clientSecret }) {
    const query = new URLSearchParams({ fields, appsecret_proof: proofOf(accessToken, clientSecret) });
    const user = await ask(`${graph}/me?${query}`, bearer(accessToken));
    return profileOf(
      {
        id: textOf(user.id),
        username: textOf(user.name),
        displayName: textOf(user.name),
        firstName: textOf(user.first_name),
        lastName: textOf(user.last_name),
        email: textOf(user.email),
        avatar: textOf(user.picture?.data?.url),
      },
      user,
    );
  },
});
