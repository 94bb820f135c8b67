import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { Refusal } from '../../core/errors.ts';
import { databaseFailureOf } from '../../db/database-failure.ts';
import { logFailure } from '../../http/request-failure.ts';
import { isCall } from '../calls.ts';

/** Headers of the answer that is dropped. */
const leftOver = new Set(['content-length', 'content-type', 'location', 'set-cookie']);

const failures = new WeakMap<IncomingMessage, unknown>();

/** Throws the failure of a database in the middle of a request, so that the caller answers it. */
export function throwFailure(req: IncomingMessage): void {
  if (failures.has(req)) throw failures.get(req);
}

/** Logs errors that the library did not expect. The library answers nothing where the database failed. */
export function noteFailures(provider: Provider, log: Logger): void {
  provider.on('server_error', (ctx, error) => {
    if (databaseFailureOf(error)) failures.set(ctx.req, error);
    else logFailure(log, new Refusal('internal', {}, { cause: error }), String(ctx.res.getHeader('x-request-id')));
  });
  provider.use(async (ctx, next) => {
    await next();
    if (!failures.has(ctx.req) || isCall(ctx)) return;
    for (const name of ctx.res.getHeaderNames()) if (leftOver.has(name)) ctx.res.removeHeader(name);
    ctx.respond = false;
  });
}
