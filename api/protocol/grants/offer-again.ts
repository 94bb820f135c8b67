import type { Request } from 'express';

/**
 * Offers a body that has been read to the authority, which reads for itself: as a form, whatever it came as. The era's
 * clients send JSON too.
 */
export function offerAgain(req: Request): void {
  const form = Buffer.from(String(new URLSearchParams(req.body ?? {})));
  req.headers['content-type'] = 'application/x-www-form-urlencoded';
  req.headers['content-length'] = String(form.length);
  Object.defineProperties(req, { readable: { value: true }, iterator: { value: () => [form].values() } });
}
