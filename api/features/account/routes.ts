import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { accountRoute } from './account-route.ts';
import { connectionRoutes } from './connection-routes.ts';
import { eventsRoute } from './events-route.ts';
import { ownLinksRoute } from './link-routes.ts';
import { dataRoute } from './privacy/data-route.ts';
import { deletionRoute } from './privacy/deletion-route.ts';
import { ownSessionRoutes } from './session-routes.ts';
import { ownSignInsRoute } from './sign-ins-route.ts';

/** The account page of a user: what it shows and changes beside the routes of sign-in. */
export const accountPageRoutes = (deps: RouteDeps & { now: () => Date }): Route[] => [
  accountRoute(deps),
  ownLinksRoute(deps),
  ...ownSessionRoutes(deps),
  ownSignInsRoute(deps),
  eventsRoute(deps),
  ...connectionRoutes(deps),
  dataRoute(deps),
  deletionRoute(deps),
];
