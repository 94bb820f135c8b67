import type { Route } from '../../../http/route.ts';
import type { SyncDeps } from '../deps.ts';
import { decisionRoutes } from './decision-routes.ts';
import { directoryRoutes } from './directory-routes.ts';
import { readRoutes } from './read-routes.ts';
import { runRoutes } from './run-routes.ts';
import { testRoutes } from './test-routes.ts';

/** Everything that people do with runs of directories and syncers. */
export const syncRoutes = (deps: SyncDeps): Route[] => [
  ...runRoutes(deps),
  ...readRoutes(deps),
  ...decisionRoutes(deps),
  ...testRoutes(deps),
  ...directoryRoutes(deps),
];
