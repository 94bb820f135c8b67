import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { bodyReaders } from '../../http/body.ts';
import { discoveryPaths } from '../../http/protocol-paths.ts';
import type { Authority } from '../authority/authority.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { errorUriOf } from '../faults/error-uri.ts';
import { meantEndpoint, pathOf } from './meant-endpoint.ts';
import { sendProblem } from './send-problem.ts';

interface Wrong {
  origin: string;
  /** Whether a page of ours has this path. */
  isPage: (path: string) => boolean;
}

/** Pages of other origins read this answer too, because their developers look for the mistake in the browser. */
const forPages = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
};

/** Libraries put their path behind the issuer. One with a slash at its end makes two. */
const plain = (path: string) => path.replaceAll(/\/{2,}/g, '/');

/** No page has such an address. Only programs ask there. */
const isWellKnown = (path: string) => /^\/\.well-known(\/|$)/.test(path);

/** Names the right endpoint to programs that ask at the path of another product. */
export function wrongPaths({ clients, refusals }: Authority, { origin, isPage }: Wrong): Router {
  const router = express.Router();

  const onlyWrong: RequestHandler = ({ path: sent }, _res, next) => {
    const path = plain(sent);
    next(!isPage(path) && (meantEndpoint(path) || isWellKnown(path)) ? undefined : 'router');
  };

  const answerPreflight: RequestHandler = (req, res, next) =>
    req.method === 'OPTIONS' ? void res.status(204).set(forPages).end() : next();

  async function answer(req: Request, res: Response): Promise<void> {
    const meant = meantEndpoint(plain(req.path));
    const right = pathOf(meant ?? 'discovery');
    const mistake = { fault: 'path', sent: `${req.path} → ${right}` } as const;
    const application = await clients.application(clientIdOf(req) ?? '');
    // Strangers who look for weak servers ask at such paths too, and leave no record.
    if (application)
      refusals.note(req, { code: 'unknown-path', fault: mistake.fault, detail: mistake.sent }, application);
    const msg = [
      `There is nothing at ${req.path}.`,
      ...(meant ? [`The program means ${origin}${right}.`] : []),
      ...(req.path.startsWith('//') ? [`The issuer is ${origin}, without a slash at its end.`] : []),
      `${origin}${discoveryPaths[0]} lists all endpoints.`,
    ].join(' ');
    const problem = { error: 'invalid_request', error_description: msg, error_uri: errorUriOf(origin, mistake.fault) };
    res.status(404).set({ 'Cache-Control': 'no-store', Vary: 'Accept' });
    if (meant && req.headers.accept?.includes('text/html')) return sendProblem(req, res, { problem, mistake, clients });
    res.set(forPages).json({ ...problem, status: 'error', code: 'unknown-path', msg, data: null, data2: null });
  }

  router.use(
    onlyWrong,
    answerPreflight,
    bodyReaders(() => undefined),
    answer,
  );
  return router;
}
