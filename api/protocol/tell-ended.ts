import type { Provider } from 'oidc-provider';
import type { Db } from '../db/knex.ts';
import { tellWhenCommitted } from '../memory/changes.ts';

/** What the library itself ends is told to whoever remembers: a token that was revoked, and those of a grant that is refreshed. */
export function tellEnded(provider: Provider, { db }: { db: Db }): void {
  provider.use(async (ctx, next) => {
    await next();
    const { route, params, entities } = ctx.oidc ?? {};
    if (route !== 'revocation' && params?.grant_type !== 'refresh_token') return;
    const { AccessToken, ClientCredentials, RefreshToken } = entities ?? {};
    const grant = (RefreshToken ?? AccessToken)?.grantId;
    const token = (AccessToken ?? ClientCredentials)?.jti;
    if (grant) tellWhenCommitted(db, 'grant', grant);
    if (token) tellWhenCommitted(db, 'token', `admin/${token}`);
  });
}
