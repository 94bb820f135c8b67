import type { Request } from 'express';
import { Refusal } from '../../core/errors.ts';
import { offerForm } from '../patches/read-bodies.ts';

/** The library refuses longer bodies. To encode one first takes a while. */
const longest = 56 * 1024;

/** Offers a body that was read to the library, which reads it again. Clients of Casdoor 2022 send JSON too. */
export function offerBody(req: Request): void {
  const fields: [string, string][] = Object.entries(req.body ?? {});
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > longest) throw new Refusal('body-too-large', { limit: '56kb' });
  offerForm(req, fields);
}
