import type { RequestHandler } from 'express';
import { fieldsFromQuery } from '../../http/credentials-in-query.ts';
import { paths } from '../../http/protocol-paths.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { digestPrefix } from '../store/token-adapter.ts';
import { ProtocolError } from './protocol-error.ts';

/** What came as JSON, as fields of a form: text and numbers. Who sends `null` has nothing to say there. */
export function asFields(body: unknown): Record<string, string> {
  const given = Object.entries(body ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given)
    if (typeof value !== 'string' && !Number.isFinite(value))
      throw new ProtocolError('invalid_request', `${name.slice(0, 50)} should be one text`);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Where Casdoor's library for Java says that its code came to: an address of Casdoor, where none ever goes. */
const nowhere = `/api${paths.authorization}`;

/** What came in the address where a setting lets it. A client that sends a secret need not say where its code came to. */
export const addQueryFields: RequestHandler = (req, _res, next) => {
  const { redirect_uri = '', ...others } = fieldsFromQuery(req);
  const said = redirect_uri && URL.parse(redirect_uri)?.pathname !== nowhere ? { redirect_uri } : {};
  req.body = { ...others, ...said, ...req.body };
  next();
};

/** What the authority takes no JWT for, it is given the digest of. */
export const nameToken: RequestHandler = (req, _res, next) => {
  const { token } = req.body ?? {};
  if (typeof token === 'string' && token.includes('.'))
    Object.assign(req.body, { token: digestPrefix + digestOf(token), token_type_hint: 'access_token' });
  next();
};

/** Keyboards of East Asia write letters twice as wide too. */
export const narrowCode: RequestHandler = (req, _res, next) => {
  if (typeof req.body?.user_code === 'string') req.body.user_code = req.body.user_code.normalize('NFKC');
  next();
};
