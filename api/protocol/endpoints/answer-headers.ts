import type { RequestHandler } from 'express';
import { openerPolicyOf } from '../../http/page-policy.ts';
import { pagePolicy } from '../pages/page-style.ts';

/** Answers programs with JSON only. Some of them send the headers of a browser. */
export const answerPrograms: RequestHandler = (req, _res, next) => {
  req.headers.accept = 'application/json';
  next();
};

export const withPagePolicy: RequestHandler = (_req, res, next) => {
  res.set('Content-Security-Policy', pagePolicy);
  next();
};

/** A redirect to a page has the same window policy as that page. */
export const knowWindows: RequestHandler = (req, res, next) => {
  res.set(openerPolicyOf(req.query));
  next();
};
