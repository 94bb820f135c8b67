import type { Route } from '../../../http/route.ts';
import type { CommerceDeps } from '../deps.ts';
import { buyRoutes } from './buy-routes.ts';
import { notifyProviderRoute } from './notify-provider-route.ts';
import { notifyRoute } from './notify-route.ts';
import { orderRoutes } from './order-routes.ts';
import { refundRoutes } from './refund-routes.ts';

/** Everything about sales: buying, what vendors tell, and money that goes back. */
export const commerceRoutes = (deps: CommerceDeps): Route[] => [
  ...buyRoutes(deps),
  notifyRoute(deps),
  notifyProviderRoute(deps),
  ...orderRoutes(deps),
  ...refundRoutes(deps),
];
