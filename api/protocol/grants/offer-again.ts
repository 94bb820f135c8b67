import type { Request } from 'express';
import { Refusal } from '../../core/errors.ts';

/** The authority reads no longer ones; to write one out only for it to be refused would take a while. */
const longest = 56 * 1024;

/**
 * Offers a body that has been read to the authority, which reads for itself: as a form, whatever it came as. The era's
 * clients send JSON too.
 */
export function offerAgain(req: Request): void {
  const fields: [string, string][] = Object.entries(req.body ?? {});
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > longest) throw new Refusal('body-too-large', { limit: '56kb' });
  const form = Buffer.from(String(new URLSearchParams(fields)));
  req.headers['content-type'] = 'application/x-www-form-urlencoded';
  req.headers['content-length'] = String(form.length);
  Object.defineProperties(req, { readable: { value: true }, iterator: { value: () => [form].values() } });
}
