import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { sourceOf } from '../../http/request-source.ts';
import { scrubbedUri } from '../../http/secrets-in-url.ts';
import type { Authenticate } from '../../signin/callers/authenticate.ts';
import { type CasServer, withTicket } from '../../signin/contracts/cas-server.ts';
import { enter } from '../../signin/pipeline/enter.ts';
import { loginForm } from '../../signin/pipeline/login-form.ts';
import type { SignInParts } from '../../signin/pipeline/parts.ts';
import { continuesByPress } from '../../signin/place/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import { drawPage } from '../pages/draw-page.ts';
import { wordsIn } from '../pages/page-words.ts';
import { postingBody, postingScript } from '../pages/posting-page.ts';
import { applicationAsked, flag, parameter } from './asked.ts';
import type { CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { noteRefused, refused } from './refused.ts';

export interface SignInDeps extends ProtocolDeps, SignInParts {
  authenticate: Authenticate;
  cas: CasServer;
  authority: CasRouteDeps['authority'];
}

/** The kinds of requests by which a browser opens a page. A picture with this address must not give a ticket (S19). */
const opened: ReadonlySet<string | undefined> = new Set([undefined, 'document', 'iframe', 'frame', 'empty']);

const isPosted = (req: Request) => parameter(req, 'method').toUpperCase() === 'POST';

/** The ticket of the browser's session, or nothing if its user has to act first. */
async function ticketOf(deps: SignInDeps, at: Application, req: Request, res: Response): Promise<string | undefined> {
  const { authenticate, clientAddress, now } = deps;
  const { organization, application } = req.params;
  try {
    const caller = await authenticate(req);
    if (caller.type !== 'user' || !caller.session) return;
    if (continuesByPress(caller.owner, at) && !flag(req, 'gateway')) return;
    const context: RequestContext = {
      ...{ caller, now: now(), method: 'GET', uri: scrubbedUri(req.originalUrl), action: 'login' },
      clientIp: clientAddress(req),
      source: sourceOf(req),
    };
    const query = { service: parameter(req, 'service') };
    const form = loginForm(deps).parse({ type: 'cas', application, organization });
    const { data } = await enter(
      deps,
      { context, query, segments: {}, body: undefined, callerNow: async () => caller, http: { req, res } },
      form,
    );
    return typeof data === 'string' ? data : undefined;
  } catch (error) {
    // A question of a step, or a session that is not enough. The page asks the user.
    if (error instanceof Refusal) return;
    throw error;
  }
}

/** Draws a page that posts the ticket to the service. */
async function post(req: Request, res: Response, service: string, ticket: string): Promise<void> {
  const said = await wordsIn(req, req.query.ui_locales);
  const page = drawPage(said, {
    ...{ title: said.say('goingOn'), body: postingBody(said, service, { ticket }) },
    script: postingScript,
  });
  res
    .set({ ...page.headers, 'Cache-Control': 'no-store' })
    .type('html')
    .send(page.html);
}

/**
 * The sign-in page of CAS. A user of a session goes on without seeing it, unless the application has no single sign-on session, the service
 * wants a new proof or a step has a question. With
 * `gateway` nobody sees it: without a ticket, the service gets the browser back.
 */
export const openSignIn =
  (deps: SignInDeps): RequestHandler =>
  async (req, res, next) => {
    const { cas } = deps;
    try {
      const application = await applicationAsked(deps, req);
      const service = parameter(req, 'service');
      const renew = flag(req, 'renew');
      const refusal = cas.refusal(application, service);
      if (refusal) noteRefused(deps, req, application, { code: refusal.code, fault: 'cas-service', sent: service });
      const isGood = service && !refusal && opened.has(req.get('Sec-Fetch-Dest'));
      if (!isGood || renew) return next();
      const ticket = await ticketOf(deps, application, req, res);
      if (ticket && isPosted(req)) return await post(req, res, service, ticket);
      if (ticket) return res.set('Cache-Control', 'no-store').redirect(302, withTicket(service, ticket));
      if (!flag(req, 'gateway')) return next();
      res.set('Cache-Control', 'no-store').redirect(302, service);
    } catch (error) {
      // The page says what is wrong with the request.
      if (!(error instanceof CasFailure)) throw error;
      await refused(deps, { req, res }, error);
      next();
    }
  };
