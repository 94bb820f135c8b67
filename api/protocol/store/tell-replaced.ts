import type { Provider } from 'oidc-provider';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Db } from '../../db/knex.ts';

/** A refreshed access token takes the place of the one before it, of which nobody is to remember anything. */
export function tellReplaced(provider: Provider, { db }: { db: Db }): void {
  provider.use(async (ctx, next) => {
    await next();
    const { params, entities } = ctx.oidc ?? {};
    const grant = params?.grant_type === 'refresh_token' && entities?.RefreshToken?.grantId;
    if (grant) announceWhenCommitted(db, 'grant', grant);
  });
}
