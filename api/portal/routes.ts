import type { Route } from '../http/route.ts';
import type { PortalDeps } from './deps.ts';
import { mailRoutes } from './mail/routes.ts';

/** What people do who are not signed in yet: sign up, prove an address, recover a password. */
export const portalRoutes = (deps: PortalDeps): Route[] => [...mailRoutes(deps)];
