import type { RequestHandler } from 'express';
import type { Config } from '../core/config.ts';

/** Headers of every response. Pages that need more override them. */
export function securityHeaders({ DOORWRIGHT_ORIGIN }: Pick<Config, 'DOORWRIGHT_ORIGIN'>): RequestHandler {
  const headers = new Map(
    Object.entries({
      'Content-Security-Policy':
        "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      ...(DOORWRIGHT_ORIGIN.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
    }),
  );
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
