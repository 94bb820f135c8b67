import type { RequestHandler } from 'express';
import { refuseCredentialsInUrl } from '../../http/secrets-in-url.ts';
import { asFields } from './fields.ts';
import { ProtocolError } from './protocol-error.ts';

/** Browsers and servers do not take longer addresses together with cookies. */
const longestAddress = 12_000;

/**
 * A page of another site may post its user to us. The redirect turns the post into a link, so that the browser sends its session
 * cookie.
 */
export const askByLink: RequestHandler = (req, res) => {
  const fields = asFields(req.body);
  refuseCredentialsInUrl(req.path, fields);
  const address = `${req.path}?${new URLSearchParams(fields)}`;
  if (address.length > longestAddress) throw new ProtocolError('invalid_request', 'the request is too long');
  res.redirect(303, address);
};
