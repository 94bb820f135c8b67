import type { Route } from '../../http/route.ts';
import type { AccountDeps } from '../../signin/place/deps.ts';
import { acsRoute } from './acs-route.ts';
import { samlLoginRoute } from './login-route.ts';
import { ourMetadataRoute } from './metadata-route.ts';
import { postingRoute } from './posting-route.ts';

/** This installation as a service provider of SAML: it sends users to identity providers. */
export const serviceProviderRoutes = (deps: AccountDeps): Route[] => [
  acsRoute(deps),
  postingRoute(deps),
  samlLoginRoute(deps),
  ourMetadataRoute(deps),
];
