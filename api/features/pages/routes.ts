import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import type { InternalCall } from '../../http/internal-call.ts';
import { pageHeadersOf } from '../../http/page-policy.ts';
import { type Body, compressedNow, type Encoding, encodingFor, inEncoding } from './bodies.ts';
import { consolePage } from './console-page.ts';
import { openBuild } from './open-build.ts';
import { isPageAddress } from './page-addresses.ts';
import { portalPage } from './portal-page.ts';

const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** Paths of the portal. All others are pages of the console. Everybody buys, so these pages of products and payments belong to the portal. */
const portalPath =
  /^\/((account|login|link|logout|signup|forget|callback|result|cas|auto-signup|captcha|prompt|preview)(\/|$)|(products\/[^/]+\/buy|payments\/[^/]+\/result|pricing\/[^/]+\/[^/]+)\/?$)/;

/** Addresses of programs. An unknown path there is an error, not a page. */
const programPath = /^\/(api|\.well-known|assets|declared\/v1|healthz|readyz|metrics|openapi\.json)(\/|$)/;

/** Files that programs look for at the root, such as `/robots.txt`. A page is no answer to them. */
const fileAtTop = /^\/[^/]*\.[^/]*$/;

// A page is the answer unless a request prefers something else. Scripts, health checks and link previews accept
// `*/*` or send no Accept header. A program that prefers JSON names it.
function wantsPage(req: Request): boolean {
  if (fileAtTop.test(req.path)) return req.headers.accept?.includes('text/html') === true;
  return req.accepts(['html', 'json']) === 'html';
}

const notBuilt =
  'The console has not been built. `npm start` builds it; beside a running server, `npm run build -w console` does.\n';

/**
 * Serves the built console and portal. Browsers cache files with a hash in their name for ever, and the icon for
 * an hour. They revalidate pages each time, so pages always name the files of the current build. Pages of the
 * portal contain personal data and are never stored.
 */
export function pageRoutes(ask: InternalCall, folder = builtConsole): RequestHandler {
  const present = openBuild(folder);

  function send(req: Request, res: Response, type: string, bodyIn: (encoding: Encoding) => Body): void {
    const { encoding, bytes } = bodyIn(encodingFor(req.headers['accept-encoding']));
    res.vary('Accept-Encoding').type(type);
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    // Node counts the bytes that it sends, which are none for HEAD.
    res.set('Content-Length', String(bytes.length)).end(bytes);
  }

  const router = express.Router();
  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const isAsset = req.path.startsWith('/assets/');
    if (!isAsset && programPath.test(req.path)) return next();
    const build = present();
    const file = req.path.slice(1);
    const bodies = file.endsWith('.html') ? undefined : build.bodiesOf(file);
    if (bodies) {
      res.set({
        'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        // The preview has no origin of its own. These files are the same for everybody.
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      });
      return send(req, res, file.slice(file.lastIndexOf('.')), (encoding) => inEncoding(bodies, encoding));
    }
    if (isAsset) return next();
    res.vary('Accept');
    if (!wantsPage(req)) return next();
    const isPortal = portalPath.test(req.path);
    // The lookbehind makes the pattern start once in each run of slashes. Otherwise its time would grow with the
    // square of their number.
    const whole = req.path.replace(/(?<!\/)\/+$/, '');
    if (isPortal && whole !== req.path) return res.redirect(308, whole + req.originalUrl.slice(req.path.length));
    const page = build.pageOf(isPortal ? 'portal.html' : 'index.html');
    if (!page) return void res.status(503).type('text').send(notBuilt);
    const { text, isRefused, styles } = isPortal
      ? await portalPage({ req, res }, { page, files: build.files }, ask)
      : { text: await consolePage(req, page), isRefused: false, styles: [] };
    const headers = pageHeadersOf(req, { inline: page.inline, styles, isRefused });
    res.set({ 'Cache-Control': isPortal ? 'no-store' : 'no-cache', ...headers });
    // Programs that check addresses, such as search engines, read the status only.
    res.status(isPageAddress(whole || '/') ? 200 : 404);
    send(req, res, '.html', (encoding) => compressedNow(text, encoding));
  });
  return router;
}
