import type { RequestHandler } from 'express';
import { refuseCredentialsInUrl } from '../../http/secrets-in-url.ts';
import { asFields } from './fields.ts';
import { ProtocolError } from './protocol-error.ts';

/** Longer ones are not read, with the cookies that come along. */
const longestAddress = 12_000;

/**
 * A page may send its user to us by a form. Asked again by a link, it is the same request, and the browser brings its
 * session along, which it never does with another site's form.
 */
export const askByLink: RequestHandler = (req, res) => {
  const fields = asFields(req.body);
  refuseCredentialsInUrl(req.path, fields);
  const address = `${req.path}?${new URLSearchParams(fields)}`;
  if (address.length > longestAddress) throw new ProtocolError('invalid_request', 'the request is too long');
  res.redirect(303, address);
};
