import type { RequestHandler } from 'express';
import { fieldsFromQuery } from '../../http/credentials-in-query.ts';
import { paths } from '../../http/protocol-paths.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { digestPrefix } from '../store/token-adapter.ts';
import { ProtocolError } from './protocol-error.ts';

/** Turns a JSON body into fields of a form, with texts and numbers. `null` means that a field is missing. */
export function asFields(body: unknown): Record<string, string> {
  const given = Object.entries(body ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given)
    if (typeof value !== 'string' && !Number.isFinite(value))
      throw new ProtocolError('invalid_request', `${name.slice(0, 50)} should be one text`);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The redirect address that Casdoor's library for Java sends. No code ever goes there. */
const nowhere = `/api${paths.authorization}`;

/**
 * Takes the fields of the address where a setting allows them. A client with a secret may leave out the redirect
 * address.
 */
export const addQueryFields: RequestHandler = (req, _res, next) => {
  const { redirect_uri = '', ...others } = fieldsFromQuery(req);
  const said = redirect_uri && URL.parse(redirect_uri)?.pathname !== nowhere ? { redirect_uri } : {};
  req.body = { ...others, ...said, ...req.body };
  next();
};

/** Gives the library the digest of a JWT, because it takes no JWTs here. */
export const nameToken: RequestHandler = (req, _res, next) => {
  const { token } = req.body ?? {};
  if (typeof token === 'string' && token.includes('.'))
    Object.assign(req.body, { token: digestPrefix + digestOf(token), token_type_hint: 'access_token' });
  next();
};

/** East Asian keyboards can write letters twice as wide. */
export const narrowCode: RequestHandler = (req, _res, next) => {
  if (typeof req.body?.user_code === 'string') req.body.user_code = req.body.user_code.normalize('NFKC');
  next();
};
