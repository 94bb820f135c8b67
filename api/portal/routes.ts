import type { Route } from '../http/route.ts';
import { captchaRoutes } from './captcha/routes.ts';
import type { PortalDeps } from './deps.ts';
import { mailRoutes } from './mail/routes.ts';

/** What people do who are not signed in yet: sign up, prove an address, recover a password. */
export const portalRoutes = (deps: PortalDeps): Route[] => [...captchaRoutes(deps), ...mailRoutes(deps)];
