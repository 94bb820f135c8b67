import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Config } from '../../core/config.ts';
import { compressedNow, encodingFor, ends } from '../pages/bodies.ts';
import { fileAt, filesOf } from './files.ts';
import { guidePolicy } from './page-policy.ts';

const builtGuide = fileURLToPath(new URL('../../../console/guide/dist', import.meta.url));

/** The installation in the texts of the guide. */
const example = 'https://id.example.com';

const types: Readonly<Record<string, string>> = { '.html': 'html', '.md': 'text/markdown', '.txt': 'txt' };

const notBuilt =
  'The guide has not been built. `npm start` builds it; beside a running server, `npm run build:guide -w console` does.\n';

/** Serves the guide at `/docs`, to everybody. Its texts name this installation. */
export function guideRoutes(
  { DOORWRIGHT_ORIGIN }: Pick<Config, 'DOORWRIGHT_ORIGIN'>,
  folder = builtGuide,
): RequestHandler {
  const present = filesOf(folder);

  async function sendText(req: Request, res: Response, name: string): Promise<void> {
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll(example, DOORWRIGHT_ORIGIN);
    const { encoding, bytes } = compressedNow(text, encodingFor(req.headers['accept-encoding']));
    res
      .set('Cache-Control', 'no-cache')
      .vary('Accept-Encoding')
      .type(types[extname(name)] ?? 'txt');
    if (name.endsWith('.html')) res.set('Content-Security-Policy', guidePolicy(text));
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    res.set('Content-Length', String(bytes.length)).end(bytes);
  }

  /** The build compresses its scripts and styles (`console/bundle/compressed-files.ts`). */
  function sendAsset(req: Request, res: Response, name: string): void {
    const encoding = encodingFor(req.headers['accept-encoding']);
    const compressed = encoding === 'identity' ? name : name + ends[encoding];
    const isCompressed = compressed !== name && present().has(compressed);
    res.vary('Accept-Encoding').type(extname(name));
    if (isCompressed) res.set('Content-Encoding', encoding);
    const isHashed = name.startsWith('assets/');
    const cache = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    const headers = { 'Cache-Control': cache };
    res.sendFile(isCompressed ? compressed : name, { root: folder, cacheControl: false, headers });
  }

  const router = express.Router({ strict: true });
  router.get('/docs', (_req, res) => res.redirect(308, '/docs/'));
  router.use('/docs/', async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const files = present();
    if (files.size === 0) return void res.status(503).type('text').send(notBuilt);
    const name = fileAt(req.path, files);
    if (name && !(extname(name) in types)) return sendAsset(req, res, name);
    if (!name) res.status(404);
    await sendText(req, res, name ?? '404.html');
  });
  return router;
}
