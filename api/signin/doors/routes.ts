import { Refusal } from '../../core/errors.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { Route } from '../../http/route.ts';
import { liveSessionRoutes } from '../../kinds/session/live-session-routes.ts';
import { sessionRoutes } from '../../kinds/session/session-routes.ts';
import type { SamlAuthority } from '../contracts/saml-authority.ts';
import { requireFactor } from '../factors/own-user.ts';
import type { SignInParts } from '../pipeline/parts.ts';
import type { AccountDeps } from '../place/deps.ts';
import { appLoginRoute } from './app-login-route.ts';
import { askFactorRoute } from './ask-factor-route.ts';
import { factorRoutes } from './factors/routes.ts';
import { freshProofRoutes } from './fresh-proof-routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { passwordRulesRoute } from './password-rules-route.ts';
import { linkRoutes } from './services/link-routes.ts';
import { providerRequestRoutes } from './services/request-routes.ts';
import { testProviderRoute } from './services/test-route.ts';
import { ticketRoutes } from './services/ticket-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { userStateRoutes } from './user-state-routes.ts';

/** Sign-in, sign-out and the user's own account. */
export function accountRoutes(deps: AccountDeps & SignInParts & { objects: Objects; saml: SamlAuthority }): Route[] {
  const { registry, objects } = deps;
  const getAccount: Route = {
    method: 'GET',
    path: '/api/get-account',
    summary: 'Returns the caller: sub is their id, name their name, data the user and data2 their organization.',
    tag: 'Account',
    permission: 'signedIn',
    applicationAccess: { own: 'read-account', all: 'read-users' },
    query: { accessToken: { about: 'An access token, for clients that cannot send a header.' } },
    handle: async ({ context }) => {
      const { caller } = context;
      if (caller.type !== 'user') throw new Refusal('sign-in-first');
      const [data, data2] = await Promise.all([
        objects.get(registry.named('user'), context, { owner: caller.owner, key: caller.name }),
        objects.get(registry.named('organization'), context, { owner: 'admin', key: caller.owner }),
      ]);
      return { sub: String(data.id), name: caller.name, data, data2 };
    },
  };
  return [
    ...signInRoutes(deps),
    appLoginRoute(deps),
    getAccount,
    ...providerRequestRoutes(deps),
    ...linkRoutes(deps),
    testProviderRoute(deps),
    ...ticketRoutes(deps),
    ...passwordRoutes(deps),
    passwordRulesRoute(deps),
    ...freshProofRoutes(deps),
    ...factorRoutes(deps),
    ...userStateRoutes(deps),
    askFactorRoute(deps),
    ...passkeyRoutes({ ...deps, requireFactor: (context, user) => requireFactor(deps, context, user) }),
    ...sessionRoutes(deps),
    ...liveSessionRoutes(deps),
  ];
}
