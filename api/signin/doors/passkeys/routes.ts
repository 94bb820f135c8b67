import type { Route } from '../../../http/route.ts';
import type { SignInParts } from '../../pipeline/parts.ts';
import { passkeyBeginRoutes } from './begin-routes.ts';
import { passkeyFinishRoutes } from './finish-routes.ts';
import type { KeeperDeps } from './keeper-deps.ts';
import { passkeyManageRoutes } from './manage-routes.ts';
import { newcomerRoute } from './newcomer-route.ts';

/** Everything about passkeys under /api. */
export const passkeyRoutes = (deps: KeeperDeps & SignInParts): Route[] => [
  ...passkeyBeginRoutes(deps),
  newcomerRoute(deps),
  ...passkeyFinishRoutes(deps),
  ...passkeyManageRoutes(deps),
];
