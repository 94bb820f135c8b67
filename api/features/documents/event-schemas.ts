import type { Kind } from '@doorwright/crds';
import { describedEvents, eventSchema, schemaPath } from '@doorwright/crds/derive/event-schema.ts';
import { record } from '@doorwright/crds/kinds/record.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import express, { type Router } from 'express';
import { Refusal } from '../../core/errors.ts';
import { type Document, documentOf } from './document.ts';

const kinds = { record: record as unknown as Kind, user: user as unknown as Kind };
const index = '/schemas/events';

/** Serves the JSON Schema of each event to everybody, and the list of them. They describe the model, and contain nobody's data. */
export function eventSchemaRoutes({ origin }: { origin: string }): Router {
  const list = describedEvents.map((event) => ({ ...event, schema: `${origin}${schemaPath(event)}` }));
  const makers = new Map<string, () => unknown>([
    [index, () => ({ events: list })],
    ...describedEvents.map((event) => [schemaPath(event), () => eventSchema(event, kinds, origin)] as const),
  ]);
  const made = new Map<string, Document>();

  const router = express.Router({ strict: true, caseSensitive: true });
  router.get([index, `${index}/:event/:version`], (req, res, next) => {
    const make = makers.get(req.path);
    // Pages of the console begin with any path.
    if (!make) return next(new Refusal('unknown-path', { path: req.path.slice(0, 200) }));
    const { text, etag } = made.get(req.path) ?? documentOf(make());
    made.set(req.path, { text, etag });
    res.set({ ETag: etag, 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' });
    if (req.headers['if-none-match'] === etag) return void res.status(304).end();
    res.type(req.path === index ? 'json' : 'application/schema+json').send(text);
  });
  return router;
}
