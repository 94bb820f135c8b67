import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { linksAhead } from './ahead.ts';
import { type Bodies, compressed, encodingFor } from './compressed.ts';
import { policyOf } from './policy.ts';

const builtConsole = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Paths of the doors that everybody comes through; all others are pages of the console. */
const portalPath = /^\/(login|logout|signup|forget|callback|result|cas|auto-signup)(\/|$)/;

/** What never is a page: an unknown path there is an error of a program. */
const programPath = /^\/(api|\.well-known|assets|declared\/v1|healthz|readyz|metrics|openapi\.json)(\/|$)/;

const notBuilt =
  'The console has not been built. `npm start` builds it; beside a running server, `npm run build -w console` does.\n';

/** What can be asked for is what the build wrote: no path of a request ever reaches the file system. */
const filesIn = (folder: string) =>
  new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/')));

/**
 * The built console and portal. Files with a hash in their name stay in the browser for ever; pages are asked for
 * anew each time, and so always name the files of the present build.
 */
export function pageRoutes(folder = builtConsole): RequestHandler {
  const known = new Map<string, Bodies>();
  const bodiesOf = (name: string) => {
    const bodies = known.get(name) ?? compressed(join(folder, name));
    known.set(name, bodies);
    return bodies;
  };
  let files = filesIn(folder);

  function send(req: Request, res: Response, name: string): void {
    const encoding = encodingFor(req.headers['accept-encoding']);
    res.vary('Accept-Encoding').type(name.slice(name.lastIndexOf('.')));
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.end(bodiesOf(name)[encoding]);
  }

  const router = express.Router();
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    // A build that came after the start of the server is found without another one.
    if (files.size === 0) files = filesIn(folder);
    const name = req.path.slice(1);
    if (files.has(name) && !name.endsWith('.html')) {
      res.set('Cache-Control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      return send(req, res, name);
    }
    if (programPath.test(req.path) || !req.headers.accept?.includes('text/html')) return next();
    const page = portalPath.test(req.path) ? 'portal.html' : 'index.html';
    if (!files.has(page)) return void res.status(503).type('text').send(notBuilt);
    res.set({ 'Cache-Control': 'no-cache', ...policyOf(req) });
    if (page === 'portal.html') {
      const html = bodiesOf(page).identity.toString();
      res.set('Link', linksAhead(req, { files, html, sizeOf: (name) => bodiesOf(name).gzip.length }));
    }
    send(req, res, page);
  });
  return router;
}
