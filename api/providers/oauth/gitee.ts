import { codeFlow } from './flow/code-flow.ts';
import { bearer, type Json } from './flow/read-json.ts';
import { forgeProfile, provedAddress } from './forge-profile.ts';

const site = 'https://gitee.com';

const isPrimary = ({ scope }: Json): boolean => Array.isArray(scope) && scope.includes('primary');

/**
 * Gitee has the code grant of OAuth 2. Read on 2026-11-23, in a copy: https://gitee.com/api/v5/oauth_doc. The description of /v5/emails was not
 * within reach. An address without the state `confirmed` counts as not verified.
 */
export const gitee = codeFlow({
  server: () => ({ authorization_endpoint: `${site}/oauth/authorize`, token_endpoint: `${site}/oauth/token` }),
  scope: () => 'user_info emails',
  async profile(ask, accessToken) {
    const [user, addresses] = await Promise.all([
      ask(`${site}/api/v5/user`, bearer(accessToken)),
      ask(`${site}/api/v5/emails`, bearer(accessToken)),
    ]);
    return forgeProfile(
      user,
      provedAddress(addresses, ({ state }) => state === 'confirmed', isPrimary),
    );
  },
});
