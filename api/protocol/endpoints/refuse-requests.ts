import type { RequestHandler } from 'express';
import { refuseCredentialsInUrl } from '../../http/secrets-in-url.ts';
import { isStorable } from '../../http/storable.ts';
import { ProtocolError } from './protocol-error.ts';

export const refuseSecretsInUrl: RequestHandler = (req, _res, next) => {
  refuseCredentialsInUrl(req.path, req.query);
  next();
};

/** The kinds of requests by browsers and programs. Some browsers do not send the kind. */
const opened: ReadonlySet<string | undefined> = new Set([
  undefined,
  'document',
  'iframe',
  'frame',
  'fencedframe',
  'empty',
]);

/**
 * A page of ours may show a picture from any address. An image with this address would give the viewer's code to the
 * application of its owner (S19).
 */
export const refuseParts: RequestHandler = (req, _res, next) => {
  if (!opened.has(req.get('Sec-Fetch-Dest')))
    throw new ProtocolError('invalid_request', 'this is a page, and no part of another one');
  next();
};

/** The parameters of a page are stored until its user answers. */
export const refuseUnstorable: RequestHandler = (req, _res, next) => {
  if (!isStorable(req.query))
    throw new ProtocolError('invalid_request', 'a parameter holds a character that no text has');
  next();
};
