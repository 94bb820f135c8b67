import type { RequestHandler } from 'express';
import { openerPolicyOf } from '../../http/page-policy.ts';
import { pagePolicy } from '../pages/page-style.ts';

/** What clients ask is answered to them, and never by a page: some are made of what else speaks to browsers. */
export const answerPrograms: RequestHandler = (req, _res, next) => {
  req.headers.accept = 'application/json';
  next();
};

export const withPagePolicy: RequestHandler = (_req, res, next) => {
  res.set('Content-Security-Policy', pagePolicy);
  next();
};

/** What leads to a page must stand to other windows as that page does. */
export const knowWindows: RequestHandler = (req, res, next) => {
  res.set(openerPolicyOf(req.query));
  next();
};
