import { Refusal } from '../../core/errors.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { SamlRequest } from '../../signin/contracts/saml-authority.ts';
import { enter } from '../../signin/pipeline/enter.ts';
import { loginForm } from '../../signin/pipeline/login-form.ts';
import { continuesByPress } from '../../signin/place/may-enter.ts';
import { carried } from '../../signin/targets/saml.ts';
import { applicationIn } from './application-in.ts';
import type { SamlDeps } from './deps.ts';
import { goOnPath, pagePathOf } from './names.ts';
import { sendOn, showProblem } from './show-page.ts';

/** The page where the user acts. A new proof is asked for where the service provider wants one. */
function pageOf(request: SamlRequest, sealed: string): string {
  const query = new URLSearchParams({ saml: sealed, ...(request.isForced && { prompt: 'login' }) });
  return `${pagePathOf({ owner: 'admin', name: request.application })}?${query}`;
}

/** Whether the user of the browser's session continues with one press. */
async function waitsForPress(
  deps: SamlDeps,
  { context: { caller } }: RouteRequest,
  request: SamlRequest,
): Promise<boolean> {
  if (caller.type !== 'user') return false;
  const application = await cachedObjectsOf(deps).applicationNamed(request.application);
  return application !== undefined && continuesByPress(caller.owner, application);
}

/** Signs in by the browser's session without a page, with all checks of a sign-in, or says why it cannot. */
async function byItself(deps: SamlDeps, asked: RouteRequest, sealed: string) {
  const form = parsed(loginForm(deps), { type: 'saml' }) as unknown as Parameters<typeof enter>[2];
  try {
    const { data2 } = await enter(deps, { ...asked, query: { saml: sealed } }, form);
    return String(data2);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Answers a request at once where the browser has a session that suffices, and the application has a single sign-on session. Otherwise a page asks the user, or the service provider learns that
 * nobody may be asked.
 */
export const goOnRoute = (deps: SamlDeps): Route => ({
  method: 'GET',
  path: goOnPath,
  summary: 'Goes on with the request of a SAML service provider: with a response, or with the sign-in page.',
  tag: 'Account',
  permission: 'anyone',
  query: { saml: { about: 'The request, sealed by this server.', required: true } },
  file: 'text/html',
  redirects: true,
  async handle(asked) {
    const { query, http } = asked;
    const sealed = query.saml ?? '';
    const request = deps.saml.opened(sealed);
    if (!request) return showProblem(http, new Refusal('saml-request-unknown'));
    const toPage = () => {
      http.res.redirect(303, pageOf(request, sealed));
      return { sent: true } as const;
    };
    if (!request.isPassive && (await waitsForPress(deps, asked, request))) return toPage();
    const answer = await byItself(deps, { ...asked, context: { ...asked.context, action: 'login' } }, sealed);
    if (typeof answer === 'string') return sendOn(http, answer);
    if (answer.code === 'saml-request-unknown' || answer.code === 'saml-service-unknown')
      return showProblem(http, answer);
    if (!request.isPassive) return toPage();
    const application = await applicationIn(`admin/${request.application}`, deps);
    const given = await deps.saml.refuse(application, request, { code: 'Responder', detail: 'NoPassive' });
    return sendOn(http, carried(given));
  },
});
