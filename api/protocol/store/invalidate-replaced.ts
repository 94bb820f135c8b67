import type { Provider } from 'oidc-provider';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Db } from '../../db/knex.ts';

/** A refreshed access token replaces the one before it, so all caches of its grant are invalidated. */
export function invalidateReplaced(provider: Provider, { db }: { db: Db }): void {
  provider.use(async (ctx, next) => {
    await next();
    const { params, entities } = ctx.oidc ?? {};
    const grant = params?.grant_type === 'refresh_token' && entities?.RefreshToken?.grantId;
    if (grant) announceWhenCommitted(db, 'grant', grant);
  });
}
