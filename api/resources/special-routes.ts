import type { Registry } from '@doorwright/crds';
import type { Db } from '../db/knex.ts';
import type { SecretBox } from '../db/secret-box.ts';
import type { Route } from '../http/route.ts';
import { applicationRoutes } from './application-routes.ts';
import type { Objects } from './objects.ts';
import { paymentRoutes } from './payment-routes.ts';
import { recordRoutes } from './record-routes.ts';
import type { Store } from './store.ts';
import { uploadRoutes } from './upload/routes.ts';
import { userRoutes } from './user-routes.ts';

export interface SpecialDeps {
  db: Db;
  registry: Registry;
  box: SecretBox;
  store: (kind: string) => Store;
  objects: Objects;
}

/** Endpoints that no kind has by being one. Those with the path of a generic one stand in its place. */
export const specialRoutes = (deps: SpecialDeps): Route[] => [
  ...userRoutes(deps),
  ...uploadRoutes(deps),
  ...applicationRoutes(deps),
  ...recordRoutes(deps),
  ...paymentRoutes(deps),
];
