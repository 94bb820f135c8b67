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

/**
 * Refuses an address that cannot be decoded. Code that reads names from addresses would fail, and any stranger
 * could cause that.
 */
export const refuseUnreadablePath: RequestHandler = (req, _res, next) => {
  if (!isReadable(req.path)) throw new Refusal('unknown-path', { path: req.path.slice(0, 200) });
  next();
};
