import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { Refusal } from './errors.ts';

export const largestBody = '8mb';

/** What a parser throws, in our words. */
const refused: ErrorRequestHandler = (error, _req, _res, next) => {
  if (error.type === 'entity.too.large') next(new Refusal('body-too-large', { limit: largestBody }));
  else if (error.type === 'encoding.unsupported' || error.type === 'charset.unsupported')
    next(new Refusal('unsupported-media'));
  else if (error.status >= 400 && error.status < 500) next(new Refusal('malformed-body', {}, { cause: error }));
  else next(error);
};

const refuseNul: RequestHandler = (req, _res, next) => {
  // Postgres stores every character but this one.
  const isBad = typeof req.body === 'object' && JSON.stringify(req.body)?.includes('\\u0000');
  next(isBad ? new Refusal('malformed-body') : undefined);
};

/** The era's clients send JSON under any content type, so only forms are read as something else. */
export const readBody: (RequestHandler | ErrorRequestHandler)[] = [
  express.urlencoded({ extended: false, limit: largestBody, parameterLimit: 200 }),
  express.json({
    limit: largestBody,
    type: (req) => !/^(multipart\/|application\/x-www-form-urlencoded)/.test(req.headers['content-type'] ?? ''),
  }),
  refuseNul,
  refused,
];
