import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { bodyReaders } from '../../http/body.ts';
import { discoveryPaths } from '../../http/protocol-paths.ts';
import type { Authority } from '../authority/authority.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { drawPage, problemIn } from '../pages/draw-page.ts';
import { pagePolicy } from '../pages/page-style.ts';
import { wordsIn } from '../pages/page-words.ts';
import { meantEndpoint, pathOf } from './meant-endpoint.ts';

interface Wrong {
  origin: string;
  /** Pages of ours. Everything else at the paths of other products is a mistake. */
  isPage: (path: string) => boolean;
}

async function answer(req: Request, res: Response, error_description: string): Promise<void> {
  res.status(404).set('Cache-Control', 'no-store');
  const problem = { error: 'invalid_request', error_description };
  if (req.headers.accept?.includes('text/html')) {
    const words = await wordsIn(req, req.query.ui_locales);
    const { headers, html } = drawPage(words, problemIn(words, problem, req));
    return void res
      .set({ ...headers, 'Content-Security-Policy': pagePolicy })
      .type('html')
      .send(html);
  }
  res
    .set('Access-Control-Allow-Origin', '*')
    .json({ ...problem, status: 'error', code: 'unknown-path', msg: error_description, data: null, data2: null });
}

/** Names the right endpoint to programs that ask at the path of another product. */
export function wrongPaths({ clients, refusals }: Authority, { origin, isPage }: Wrong): Router {
  const router = express.Router();
  const isWrong: RequestHandler = ({ path }, _res, next) =>
    next(!isPage(path) && meantEndpoint(path) ? undefined : 'router');
  router.use(
    isWrong,
    bodyReaders(() => undefined),
    async (req: Request, res: Response) => {
      if (req.method === 'OPTIONS') {
        // Without this answer a browser hides the sentence from the page's developer.
        res.set({
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': '*',
          'Access-Control-Allow-Methods': '*',
        });
        return void res.status(204).end();
      }
      const path = req.path;
      const right = pathOf(meantEndpoint(path) ?? 'discovery');
      const application = await clients.application(clientIdOf(req) ?? '');
      if (application)
        refusals.note(req, { code: 'unknown-path', fault: 'path', detail: `${path} → ${right}` }, application);
      await answer(
        req,
        res,
        `There is nothing at ${path}. The program means ${origin}${right}. ${origin}${discoveryPaths[0]} lists all endpoints.`,
      );
    },
  );
  return router;
}
