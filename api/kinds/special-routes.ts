import type { Route } from '../http/route.ts';
import { applicationRoutes } from './application/application-routes.ts';
import { certRoutes } from './cert/cert-routes.ts';
import { groupRoutes } from './group/group-routes.ts';
import { ldapRoutes } from './ldap/ldap-routes.ts';
import { organizationRoutes } from './organization/organization-routes.ts';
import { paymentRoutes } from './payment/payment-routes.ts';
import { permissionRoutes } from './permission/permission-routes.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import { recordRoutes } from './record/record-routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { samlKeyRoutes } from './saml-key/saml-key-routes.ts';
import { scimTokenRoutes } from './scim-token/scim-token-routes.ts';
import { uploadRoutes } from './user/upload/routes.ts';
import { userRoutes } from './user/user-routes.ts';
import { userSessionRoutes } from './user/user-session-routes.ts';

/** Routes beside the generic ones. A route with the path of a generic one replaces it. */
export const specialRoutes = (deps: RouteDeps): Route[] => [
  ...userRoutes(deps),
  ...userSessionRoutes(deps),
  ...organizationRoutes(deps),
  ...groupRoutes(deps),
  ...permissionRoutes(deps),
  ...uploadRoutes(deps),
  ...applicationRoutes(deps),
  ...certRoutes(deps),
  ...samlKeyRoutes(deps),
  ...scimTokenRoutes(deps),
  ...recordRoutes(deps),
  ...paymentRoutes(deps),
  ...providerRoutes(deps),
  ...ldapRoutes(deps),
];
