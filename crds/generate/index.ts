import type { Producer } from './artefact.ts';
import { chartCrds } from './chart-crds.ts';
import { chartRoles } from './chart-roles.ts';
import { chartSchema } from './chart-schema.ts';
import { chartValuesPage } from './chart-values-page.ts';
import { eventsPage } from './events-page.ts';
import { manifests } from './manifests.ts';
import { migrations } from './migrations.ts';
import { plainKinds } from './plain-kinds.ts';
import { words } from './words.ts';

/** All that derives from the model. */
export const ofModel: readonly Producer[] = [
  manifests,
  chartCrds,
  chartRoles,
  chartSchema,
  chartValuesPage,
  eventsPage,
  words,
  plainKinds,
  migrations,
];
