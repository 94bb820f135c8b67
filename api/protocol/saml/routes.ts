import type { Route } from '../../http/route.ts';
import type { SamlDeps } from './deps.ts';
import { goOnRoute } from './go-on-route.ts';
import { metadataRoute } from './metadata/route.ts';
import { signOnRoutes } from './sign-on-route.ts';
import { signOutRoutes } from './sign-out/routes.ts';

/** This installation as an identity provider of SAML: it signs users in at service providers. */
export const samlRoutes = (deps: SamlDeps): Route[] => [
  metadataRoute(deps),
  ...signOnRoutes(deps),
  goOnRoute(deps),
  ...signOutRoutes(deps),
];
