import type { RequestHandler } from 'express';
import { paths } from '../../http/protocol-paths.ts';
import { ProtocolError } from './protocol-error.ts';

export const onlyRefreshing: RequestHandler = (req, _res, next) => {
  if (req.body?.grant_type !== 'refresh_token')
    throw new ProtocolError('unsupported_grant_type', 'grant_type should be refresh_token', {
      mistake: { fault: 'grant-unknown' },
    });
  next();
};

export const asTokenEndpoint: RequestHandler = (req, _res, next) => {
  req.url = paths.token;
  next();
};
