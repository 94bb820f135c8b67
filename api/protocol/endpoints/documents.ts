import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { discoveryPaths } from '../../http/protocol-paths.ts';
import { call } from '../calls.ts';
import type { LiveKey } from '../tokens/signing-keys.ts';

/** A document that is the same for all requests until something changes. */
interface Document {
  body: Buffer;
  etag: string;
}

const documentOf = (text: string): Document => ({
  body: Buffer.from(text),
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});

const discoveries = new WeakMap<Provider, Promise<Document>>();
const keySets = new WeakMap<readonly LiveKey[], Document>();

/** The discovery document. All instances have the same. */
export function discoveryOf(provider: Provider): Promise<Document> {
  const known = discoveries.get(provider);
  if (known) return known;
  const made = call(provider, { path: discoveryPaths[0] }).then(({ body }) => documentOf(JSON.stringify(body)));
  discoveries.set(provider, made);
  return made;
}

/** The public halves of all keys. */
export function keySetOf(keys: readonly LiveKey[]): Document {
  const known = keySets.get(keys) ?? documentOf(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }));
  keySets.set(keys, known);
  return known;
}

/** Proxies that compress a document weaken its ETag. */
const isKnown = (req: Request, etag: string) =>
  (req.get('If-None-Match') ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);

/** Clients and pages of any origin may read it. */
export function send(req: Request, res: Response, { body, etag }: Document): void {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=60',
    'Content-Type': 'application/json; charset=utf-8',
    ETag: etag,
  });
  if (isKnown(req, etag)) res.status(304).end();
  // Node counts the bytes that it sends: none for HEAD.
  else res.set('Content-Length', String(body.length)).end(body);
}
