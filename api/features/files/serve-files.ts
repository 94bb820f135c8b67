import { basename, dirname } from 'node:path';
import type { RequestHandler } from 'express';
import send from 'send';
import { Refusal } from '../../core/errors.ts';
import type { Db } from '../../db/knex.ts';
import { servedAs } from '../../providers/storage/content.ts';
import type { StoreDeps } from '../../providers/storage/file-service.ts';
import { rowsHolding } from '../../providers/storage/held-keys.ts';
import { filesPath, keyIn, placeOf } from '../../providers/storage/local-file-system.ts';

/** The policy of uploaded files: they run no script and load nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'";

/** PDF viewers of browsers do not start in a sandbox. They have one of their own. */
const policyOf = (type: string) => (type === 'application/pdf' ? policy : `${policy}; sandbox`);

function headersOf(key: string): Record<string, string> {
  const { type, isAttachment } = servedAs(key);
  return {
    'Content-Type': type,
    'Content-Disposition': isAttachment ? 'attachment' : 'inline',
    'Content-Security-Policy': policyOf(type),
    'Cache-Control': 'public, max-age=3600',
    // Applications show avatars of their users.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

function keyOf(path: string): string | undefined {
  try {
    const key = keyIn(path);
    // No name of a file contains it, and Postgres cannot store it.
    return key.includes('\0') ? undefined : key;
  } catch {
    return;
  }
}

/** Serves files of the local store that have a row. As in cloud stores, a person with the address may read the file. */
export function serveFiles({ config, db }: { config: StoreDeps['config']; db: Db }): RequestHandler {
  return async (req, res, next) => {
    if (!req.path.startsWith(`${filesPath}/`)) return next();
    const missing = () => next(new Refusal('unknown-path', { path: req.path.slice(0, 200) }));
    const key = keyOf(req.path);
    if (!key || (req.method !== 'GET' && req.method !== 'HEAD')) return missing();
    if (!(await rowsHolding(db, key).first('owner'))) return missing();
    const place = placeOf(config, key);
    send(req, `/${basename(place)}`, { root: dirname(place), index: false, dotfiles: 'allow', cacheControl: false })
      .on('headers', () => void res.set(headersOf(key)))
      .on('error', (error) => {
        if (error.status === 404) missing();
        else if (error.status < 500) res.status(error.status).end();
        else next(error);
      })
      .pipe(res);
  };
}
