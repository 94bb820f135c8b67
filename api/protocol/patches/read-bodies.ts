import type { IncomingMessage } from 'node:http';

/**
 * Offers fields that were read from a body to the library, which reads for itself: as a form, whatever they came as.
 *
 * The library takes a body that somebody has read before, but warns that this is not recommended.
 */
export function offerForm(req: IncomingMessage, fields: readonly [string, string][]): void {
  const form = Buffer.from(String(new URLSearchParams(fields.map((field) => [...field]))));
  req.headers['content-type'] = 'application/x-www-form-urlencoded';
  req.headers['content-length'] = String(form.length);
  Object.defineProperties(req, { readable: { value: true }, iterator: { value: () => [form].values() } });
}
