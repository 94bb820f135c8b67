import type { RequestHandler } from 'express';
import { Refusal } from '../core/errors.ts';
import { isStorableText } from './storable.ts';

function isReadable(path: string): boolean {
  try {
    return isStorableText(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Nothing lies at an address of which no text can be read. What reads names from addresses would fail of it, for any stranger. */
export const refuseUnreadablePath: RequestHandler = (req, _res, next) => {
  if (!isReadable(req.path)) throw new Refusal('unknown-path', { path: req.path.slice(0, 200) });
  next();
};
