import type { Request } from 'express';
import { Refusal } from '../../core/errors.ts';

/** The library refuses longer bodies. Encoding one would only take time. */
const longest = 56 * 1024;

/**
 * Offers a body that was read to the library as a form, whatever it came as. Clients of Casdoor 2022 send JSON too. The library reads bodies
 * for itself, and warns on its console of one that somebody has read before. So the request can be read once more.
 */
export function offerBody(req: Request): void {
  const fields: [string, string][] = Object.entries(req.body ?? {});
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > longest) throw new Refusal('body-too-large', { limit: '56kb' });
  const form = Buffer.from(String(new URLSearchParams(fields)));
  req.headers['content-type'] = 'application/x-www-form-urlencoded';
  req.headers['content-length'] = String(form.length);
  Object.defineProperties(req, { readable: { value: true }, iterator: { value: () => [form].values() } });
}
