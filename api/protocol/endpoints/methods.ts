import type { RequestHandler } from 'express';
import { discoveryPaths, paths } from '../../http/protocol-paths.ts';

const read = 'GET, HEAD';
const both = 'GET, HEAD, POST';

const methods: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...discoveryPaths, paths.jwks].map((path) => [path, read])),
  ...Object.fromEntries(
    [paths.authorization, paths.code_verification, paths.end_session, paths.userinfo].map((path) => [path, both]),
  ),
};

/** Answers another method with the list of methods that an endpoint has. */
export const answerOtherMethods: RequestHandler = (req, res) => {
  res.set({ Allow: methods[req.path] ?? 'POST', 'Cache-Control': 'no-store' });
  if (req.method === 'OPTIONS') return void res.status(204).end();
  res.status(405).json({ error: 'invalid_request', error_description: `nothing is asked by ${req.method} here` });
};

/** A preflight request goes to the library. Any other OPTIONS request gets the list of methods. */
export const onlyPreflight: RequestHandler = (req, _res, next) =>
  next(req.headers['access-control-request-method'] ? undefined : 'route');
