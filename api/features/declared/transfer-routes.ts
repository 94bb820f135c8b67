import { importRequest } from '@doorwright/crds/options/imported.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { exportUsers } from '../transfer/export/export-users.ts';
import { createImport } from '../transfer/import/import-objects.ts';
import { localOperator } from './local-token.ts';
import { refuseNarrowed, refusePlatform } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';

/**
 * Digests and seeds leave only on the word of the platform: the setting, or the local token, whose holder has the secret key. So a pod of
 * the operator that somebody took over reads no passwords.
 */
async function refuseUnlessExported({ caller, context, work }: OperatorAsked, { config }: DeclaredDeps): Promise<void> {
  if (caller.name === localOperator || config.DOORWRIGHT_USER_EXPORT === 'on') return;
  await record(work, context, { outcome: 'refused', reason: 'user-export-off' });
  throw new Refusal('user-export-off');
}

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
      async handle(asked) {
        const { caller, context, req, query, work } = asked;
        refuseNarrowed(caller);
        await refuseUnlessExported(asked, deps);
        const owner = String((req.params as Record<string, string>).organization);
        refusePlatform(owner);
        return exportUsers(context, { owner, cursor: query.cursor }, work);
      },
    },
  ];
}
