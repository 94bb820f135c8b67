import type { Route } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';
import type { SignInParts } from '../parts.ts';
import { passkeyBeginRoutes } from './begin-routes.ts';
import { passkeyFinishRoutes } from './finish-routes.ts';
import { passkeyManageRoutes } from './manage-routes.ts';
import { newcomerRoute } from './newcomer-route.ts';

/** Everything about passkeys under /api. */
export const passkeyRoutes = (deps: AccountDeps & SignInParts): Route[] => [
  ...passkeyBeginRoutes(deps),
  newcomerRoute(deps),
  ...passkeyFinishRoutes(deps),
  ...passkeyManageRoutes(deps),
];
