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

/** Whoever asks in another way learns in which it is done, rather than that there is nothing. */
export const tellMethods: RequestHandler = (req, res) => {
  res.set({ Allow: methods[req.path] ?? 'POST', 'Cache-Control': 'no-store' });
  if (req.method === 'OPTIONS') return void res.status(204).end();
  res.status(405).json({ error: 'invalid_request', error_description: `nothing is asked by ${req.method} here` });
};

/** A browser asks whether a page of another origin may; anybody else asks for the methods. */
export const onlyPreflight: RequestHandler = (req, _res, next) =>
  next(req.headers['access-control-request-method'] ? undefined : 'route');
