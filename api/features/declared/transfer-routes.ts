import { importRequest } from '@doorwright/crds/options/imported.ts';
import { exportUsers } from '../transfer/export/export-users.ts';
import { createImport } from '../transfer/import/import-objects.ts';
import { refuseNarrowed, refusePlatform } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute } from './route.ts';

/** For `doorwright import` and the export of users. Narrowed tokens reach no users. */
export function transferRoutes(deps: DeclaredDeps): DeclaredRoute[] {
  const importObjects = createImport(deps);
  return [
    {
      method: 'post',
      path: '/import',
      async handle({ caller, context, req }) {
        refuseNarrowed(caller);
        return importObjects(context, parsed(importRequest, req.body));
      },
    },
    {
      method: 'get',
      path: '/users/:organization',
      async handle({ caller, context, req, query, work }) {
        refuseNarrowed(caller);
        const owner = String((req.params as Record<string, string>).organization);
        refusePlatform(owner);
        return exportUsers(context, { owner, cursor: query.cursor }, work);
      },
    },
  ];
}
