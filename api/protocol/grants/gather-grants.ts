import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Db } from '../../db/knex.ts';
import { writeGathered } from '../store/writes.ts';

/** The tokens are not given after all. The request gets the error that a grant gets. */
function refuse(provider: Provider, ctx: KoaContextWithOIDC, error: Error): void {
  if (error instanceof errors.OIDCProviderError && error.expose) {
    ctx.status = error.statusCode;
    ctx.body = { error: error.error, error_description: error.error_description };
    provider.emit('grant.error', ctx, error);
  } else {
    ctx.status = 500;
    ctx.body = { error: 'server_error', error_description: 'oops! something went wrong' };
    provider.emit('server_error', ctx, error);
  }
}

/**
 * One statement writes all that a grant gives, and uses up the code or refresh token. It runs before the answer. Use this last: all others
 * see its answer.
 */
export function gatherGrants(provider: Provider, { db }: { db: Db }): void {
  provider.use(async (context, next) => {
    await next();
    if (context.oidc?.route !== 'token' || context.status !== 200) return;
    const ctx = context as unknown as KoaContextWithOIDC;
    await writeGathered(db, ctx).catch((error) => refuse(provider, ctx, error));
  });
}
