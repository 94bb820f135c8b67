import type { Route } from '../../../http/route.ts';
import type { CommerceDeps } from '../deps.ts';
import { reportRoutes } from '../reports/report-routes.ts';
import { buyRoutes } from './buy-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { notifyRoutes } from './notify-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { refundRoutes } from './refund-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

/** Everything about sales: buying, what vendors tell, money that goes back, and invoices. */
export const commerceRoutes = (deps: CommerceDeps): Route[] => [
  ...buyRoutes(deps),
  ...notifyRoutes(deps),
  ...orderRoutes(deps),
  ...planRoutes(deps),
  ...subscriptionRoutes(deps),
  ...refundRoutes(deps),
  ...reportRoutes(deps),
  ...invoiceRoutes(deps),
  ...documentRoutes(deps),
];
