import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import type { Ask } from '../http/ask.ts';
import { builtPage } from './built-page.ts';
import { type Bodies, compressed, compressedNow, type Encoding, encodingFor } from './compressed.ts';
import { policyOf } from './policy.ts';
import { portalPage } from './portal-page.ts';

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
 * The built console and portal. Files with a hash in their name stay in the browser for ever, the icon for an hour; pages are asked for
 * anew each time, and so always name the files of the present build. Those of the portal hold what is somebody's own.
 */
export function pageRoutes(ask: Ask, folder = builtConsole): RequestHandler {
  const known = new Map<string, Bodies>();
  const bodiesOf = (name: string) => {
    const bodies = known.get(name) ?? compressed(join(folder, name));
    known.set(name, bodies);
    return bodies;
  };
  const pageOf = (name: string) => builtPage(bodiesOf(name).identity.toString());
  let files = filesIn(folder);

  function send(req: Request, res: Response, type: string, bodies: (encoding: Encoding) => Buffer): void {
    const encoding = encodingFor(req.headers['accept-encoding']);
    res.vary('Accept-Encoding').type(type);
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.end(bodies(encoding));
  }

  const router = express.Router();
  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    // A build that came after the start of the server is found without another one.
    if (files.size === 0) files = filesIn(folder);
    const file = req.path.slice(1);
    if (files.has(file) && !file.endsWith('.html')) {
      res.set(
        'Cache-Control',
        file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      return send(req, res, file.slice(file.lastIndexOf('.')), (encoding) => bodiesOf(file)[encoding]);
    }
    if (programPath.test(req.path) || !req.headers.accept?.includes('text/html')) return next();
    const isPortal = portalPath.test(req.path);
    const whole = req.path.replace(/\/+$/, '');
    if (isPortal && whole !== req.path) return res.redirect(308, whole + req.originalUrl.slice(req.path.length));
    const name = isPortal ? 'portal.html' : 'index.html';
    if (!files.has(name)) return void res.status(503).type('text').send(notBuilt);
    const page = pageOf(name);
    res.set({ 'Cache-Control': isPortal ? 'no-store' : 'no-cache', ...policyOf(req, page.inline) });
    if (!isPortal) return send(req, res, '.html', (encoding) => bodiesOf(name)[encoding]);
    const drawn = await portalPage({ req, res }, { page, files }, ask);
    send(req, res, '.html', (encoding) => compressedNow(drawn, encoding));
  });
  return router;
}
