import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../../core/errors.ts';
import type { RouteRequest } from '../../http/route.ts';
import { looksIn } from '../../kinds/application/looks-in.ts';
import { applicationIn } from './application-in.ts';
import type { SamlDeps } from './deps.ts';
import { faultOf, showProblem } from './show-page.ts';

/** Takes a message for the application in the query. A wrong one gets a page, never a response: nobody knows whom it would reach (S46). */
export async function orProblem(
  deps: SamlDeps,
  { http, query, context }: RouteRequest,
  action: 'login' | 'logout',
  take: (application: Application) => Promise<{ sent: true }>,
): Promise<{ sent: true }> {
  let application: Application | undefined;
  try {
    application = await applicationIn(query.application ?? '', deps);
    return await take(application);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refusal = { code: error.code, fault: faultOf(error), detail: Object.values(error.params).join(' ') };
    const named = application && { application: `${application.owner}/${application.name}` };
    deps.authority.refusals.noteAt(application, { ...context, action, protocol: 'saml', ...named }, refusal);
    return showProblem(http, error, application, application && (await looksIn(deps, application)));
  }
}
