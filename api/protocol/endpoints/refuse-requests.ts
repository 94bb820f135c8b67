import type { RequestHandler } from 'express';
import { refuseCredentialsInUrl } from '../../http/secrets-in-url.ts';
import { isStorable } from '../../http/storable.ts';
import { ProtocolError } from './protocol-error.ts';

export const refuseSecretsInUrl: RequestHandler = (req, _res, next) => {
  refuseCredentialsInUrl(req.path, req.query);
  next();
};

/** What a browser opens, or a program asks for; none of them if the browser does not say. */
const opened: ReadonlySet<string | undefined> = new Set([
  undefined,
  'document',
  'iframe',
  'frame',
  'fencedframe',
  'empty',
]);

/**
 * Anybody may have our pages show a picture of his, at whatever address: at one of these it would take the code of whoever looks at it
 * to the application of its owner (S19).
 */
export const refuseParts: RequestHandler = (req, _res, next) => {
  if (!opened.has(req.get('Sec-Fetch-Dest')))
    throw new ProtocolError('invalid_request', 'this is a page, and no part of another one');
  next();
};

/** What leads to a page is written down, until its user has answered. */
export const refuseUnstorable: RequestHandler = (req, _res, next) => {
  if (!isStorable(req.query))
    throw new ProtocolError('invalid_request', 'a parameter holds a character that no text has');
  next();
};
