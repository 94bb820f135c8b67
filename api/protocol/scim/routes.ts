import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { anonymous } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { bodyReaders } from '../../http/body.ts';
import { logFailure } from '../../http/request-failure.ts';
import { sourceOf } from '../../http/request-source.ts';
import { scrubbedUri } from '../../http/secrets-in-url.ts';
import { isStorableText } from '../../http/storable.ts';
import type { Asked, Method } from './asked.ts';
import { identify } from './callers/identify.ts';
import type { ScimDeps } from './deps.ts';
import { createEndpoints } from './endpoints.ts';
import { ScimFailure, wrong } from './failure.ts';
import { largestBulk } from './limits.ts';
import { failed, send } from './send.ts';

const prefix = '/scim/v2';

/** Each parameter may occur once. A repeated one could be read in two ways. */
function queryOf(req: Request): Record<string, string> {
  for (const [name, value] of Object.entries(req.query))
    if (typeof value !== 'string' || !isStorableText(value))
      throw wrong('invalidValue', `${name.slice(0, 50)} must occur once`);
  return req.query as Record<string, string>;
}

/** The SCIM servers of all organizations: `/scim/v2/{organization}`. */
export function scimRoutes(deps: ScimDeps): Router {
  const { config, db, clientAddress, log, now } = deps;
  const { perform, methodsAt } = createEndpoints(deps);

  const organizationOf = (req: Request) => String(req.params.organization);
  const pathOf = (req: Request) => req.path.replace(/(.)\/$/, '$1');

  function contextOf(req: Request, caller: RequestContext['caller']): RequestContext {
    const resource = /^\/\w+/.exec(pathOf(req))?.[0] ?? '';
    return {
      caller,
      now: now(),
      method: req.method,
      uri: scrubbedUri(req.originalUrl),
      action: `scim ${req.method} ${resource}`.trim(),
      clientIp: clientAddress(req),
      source: sourceOf(req),
    };
  }

  const askedOf = (req: Request, context: RequestContext): Asked => ({
    context,
    organization: organizationOf(req),
    base: `${config.DOORWRIGHT_ORIGIN}${prefix}/${encodeURIComponent(organizationOf(req))}`,
    id: '',
    query: queryOf(req),
    body: req.body,
    stillAllowed: async () => void (await identify(deps, req, organizationOf(req))),
    ifMatch: req.get('If-Match'),
    ifNoneMatch: req.get('If-None-Match'),
  });

  const isChange = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

  /** Refused changes have a record, like those of every other door. */
  async function noteRefusal(req: Request, res: Response, error: unknown): Promise<void> {
    if (!isChange(req) || !(error instanceof ScimFailure || error instanceof Refusal)) return;
    const context: RequestContext = res.locals.scim ?? contextOf(req, anonymous);
    const reason = error instanceof Refusal ? error.reason : `${error.status} ${error.scimType ?? ''}`.trim();
    await record({ sql: db }, context, { outcome: 'refused', reason });
  }

  const authenticate: RequestHandler = async (req, res, next) => {
    res.locals.scim = contextOf(req, await identify(deps, req, organizationOf(req)));
    next();
  };

  const serve: RequestHandler = async (req, res) => {
    const method = (req.method === 'HEAD' ? 'GET' : req.method) as Method;
    if (pathOf(req) === '/Bulk' && Number(req.get('Content-Length') ?? 0) > largestBulk)
      throw new ScimFailure(413, `The body has more than ${largestBulk} bytes`);
    send(res, await perform(method, pathOf(req), askedOf(req, res.locals.scim)));
  };

  const refuse: ErrorRequestHandler = async (error, req, res, next) => {
    if (res.headersSent) return next(error);
    await noteRefusal(req, res, error);
    const { status, body, refusal } = failed(error);
    if (refusal) logFailure(log, refusal, res.locals.requestId);
    if (refusal?.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
    if (status === 401) res.set('WWW-Authenticate', 'Bearer realm="SCIM"');
    if (status === 405) res.set('Allow', methodsAt(pathOf(req)).join(', '));
    send(res, { status, body });
  };

  const server = express.Router({ caseSensitive: true, mergeParams: true });
  // The readers judge errors of bodies only, so they are apart.
  const readBody = express.Router().use(...bodyReaders(() => undefined));
  // A stranger's body is not read.
  server.use(authenticate, readBody, serve, refuse);
  const router = express.Router({ caseSensitive: true });
  router.use(`${prefix}/:organization`, server);
  return router;
}
