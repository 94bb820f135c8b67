import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Registry } from '@doorwright/crds';
import express, { type RequestHandler } from 'express';
import type { Config } from '../../core/config.ts';
import { version } from '../../core/version.ts';
import type { Route } from '../../http/route.ts';
import { type Document, documentOf } from './document.ts';
import { eventSchemaRoutes } from './event-schemas.ts';
import { healthPaths } from './health-document.ts';
import { openapiOf } from './openapi.ts';
import { swaggerPage, swaggerStart } from './swagger.ts';

const swaggerFiles = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

interface Deps {
  registry: Registry;
  routes: readonly Route[];
  config: Pick<Config, 'DOORWRIGHT_ORIGIN'>;
}

/** Serves /openapi.json, computed at its first request with its hash as ETag, the schemas of events, and Swagger UI from the files of its package. */
export function documentRoutes({ registry, routes, config }: Deps): RequestHandler {
  let made: Document | undefined;
  const router = express.Router({ strict: true });
  router.get('/openapi.json', (req, res) => {
    made ??= documentOf(
      openapiOf(registry, routes, { origin: config.DOORWRIGHT_ORIGIN, version, health: healthPaths }),
    );
    const { text, etag } = made;
    res.set({ ETag: etag, 'Cache-Control': 'no-cache' });
    if (req.headers['if-none-match'] === etag) return void res.status(304).end();
    res.type('json').send(text);
  });
  router.use(eventSchemaRoutes({ origin: config.DOORWRIGHT_ORIGIN }));
  router.get('/swagger', (_req, res) => res.redirect(301, '/swagger/'));
  router.get('/swagger/', (_req, res) => {
    // Swagger UI sets styles from scripts. Scripts still come from our own files only.
    res.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    );
    res.type('html').send(swaggerPage);
  });
  router.get('/swagger/start.js', (_req, res) => void res.type('js').send(swaggerStart));
  router.use('/swagger', express.static(swaggerFiles, { index: false, maxAge: '1h' }));
  return router;
}
