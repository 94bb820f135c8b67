import type { RequestHandler } from 'express';
import { samlPages, samlSignOuts } from '../../http/protocol-paths.ts';
import { signOnPath, signOutPath } from './names.ts';

const page = new RegExp(`^(${samlPages}|${samlSignOuts})/([^/?]+)/([^/?]+)$`);

/**
 * Service providers send their requests to the page, by a form or in its address. Here these become calls of the api. The query stays as it was
 * sent, because a signature covers its letters. Without a request, the page itself is the answer.
 */
export const takeSamlRequests: RequestHandler = (req, _res, next) => {
  const [, place, owner, name] = page.exec(req.path) ?? [];
  const [, query = ''] = req.url.split(/\?(.*)/s);
  const isAsked =
    req.method === 'POST' || (req.method === 'GET' && /(^|&)(SAML(Request|Response)|service)=/.test(query));
  const path = place === samlPages ? signOnPath : signOutPath;
  if (owner && name && isAsked) req.url = `${path}?application=${owner}%2F${name}${query && `&${query}`}`;
  next();
};
