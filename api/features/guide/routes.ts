import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Config } from '../../core/config.ts';
import { compressedNow, encodingFor, ends } from '../pages/bodies.ts';
import { type BuiltGuide, fileAt, openGuide, paragraphAt } from './built-guide.ts';
import { guidePolicy } from './page-policy.ts';

const folderOfBuild = fileURLToPath(new URL('../../../console/guide/dist', import.meta.url));

/** The installation in the texts of the guide. */
const example = 'https://id.example.com';

const texts: Readonly<Record<string, string>> = { '.html': 'html', '.md': 'text/markdown', '.txt': 'txt' };

const notBuilt =
  'The guide is not built yet. `npm start` builds it within a minute after its start; `npm run build:guide -w console` does it too.\n';

/** The build compresses its scripts and styles (`console/bundle/compressed-files.ts`). */
function sendAsset(
  req: Request,
  res: Response,
  { name, guide, root }: { name: string; guide: BuiltGuide; root: string },
) {
  const encoding = encodingFor(req.headers['accept-encoding']);
  const compressed = encoding === 'identity' ? undefined : `${name}${ends[encoding]}`;
  const isCompressed = compressed !== undefined && guide.files.has(compressed);
  const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  res.vary('Accept-Encoding').type(extname(name)).set('Cache-Control', cache);
  if (isCompressed) res.set('Content-Encoding', encoding);
  res.sendFile(isCompressed ? compressed : name, { root, cacheControl: false });
}

/** Serves the guide at `/docs`, to everybody. Its texts name this installation. */
export function guideRoutes(
  { DOORWRIGHT_ORIGIN }: Pick<Config, 'DOORWRIGHT_ORIGIN'>,
  root = folderOfBuild,
): RequestHandler {
  const present = openGuide(root);

  async function sendText(req: Request, res: Response, name: string): Promise<void> {
    const written = await readFile(join(root, name), 'utf8').catch(() => undefined);
    // A new build removes the files of the one before.
    if (written === undefined) return void res.status(503).type('text').send(notBuilt);
    const text = written.replaceAll(example, DOORWRIGHT_ORIGIN);
    const { encoding, bytes } = compressedNow(text, encodingFor(req.headers['accept-encoding']));
    res
      .set('Cache-Control', 'no-cache')
      .vary('Accept-Encoding')
      .type(texts[extname(name)] ?? 'txt');
    if (name.endsWith('.html')) res.set('Content-Security-Policy', guidePolicy(text));
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.set('Content-Length', String(bytes.length)).end(bytes);
  }

  const router = express.Router({ strict: true });
  router.get('/docs', (_req, res) => res.redirect(308, '/docs/'));
  router.use('/docs/', async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const guide = present();
    if (guide.files.size === 0) return void res.status(503).type('text').send(notBuilt);
    const name = fileAt(req.path, guide);
    if (name && !(extname(name) in texts)) return sendAsset(req, res, { name, guide, root });
    const paragraph = name ? undefined : paragraphAt(req.path, guide);
    if (paragraph) return res.redirect(302, `/docs/errors/${paragraph}`);
    await sendText(req, res.status(name ? 200 : 404), name ?? '404.html');
  });
  return router;
}
