import type { Request, RequestHandler } from 'express';
import { Refusal } from './errors.ts';
import { sendRefusal } from './render.ts';

/** Between two pieces of a body. Whoever sends nothing for so long holds a place that others could have. */
const longestPauseMs = 3_000;

/** Nobody reads a body that there is not, so its end would never be told. */
const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** Ends requests whose body stops half-way. From the body's end on the answer may take its time. */
export const endStalledBodies: RequestHandler = (req, res, next) => {
  if (!hasBody(req)) return next();
  const end = () => {
    sendRefusal(res, new Refusal('body-stalled'), res.locals.language);
    res.once('finish', () => req.socket.destroy());
  };
  req.setTimeout(longestPauseMs, end);
  req.once('end', () => req.setTimeout(0).off('timeout', end));
  next();
};
