import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Provider } from 'oidc-provider';
import { record } from '../../core/objects/history/records.ts';
import { paths } from '../../http/protocol-paths.ts';
import { sourceOf } from '../../http/request-source.ts';
import type { ProtocolDeps } from '../deps.ts';

interface Revoked {
  clientId?: string | undefined;
  accountId?: string | undefined;
}

/** Records the tokens that applications revoke. An unknown token, or one of another application, changes nothing and leaves no record. */
export function recordRevocations(provider: Provider, { db, store, now, clientAddress }: ProtocolDeps): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== paths.revocation || ctx.status !== 200) return;
    const { client, entities } = ctx.oidc;
    const token: Revoked | undefined = entities.RefreshToken ?? entities.AccessToken ?? entities.ClientCredentials;
    if (!client || !token || token.clientId !== client.clientId) return;
    const { owner, name, organization, apiAccess } = client.application as Application;
    const user = token.accountId && ((await store('user').findBy(db, { id: token.accountId })) as User | undefined);
    const application = `${owner}/${name}`;
    const context = {
      caller: { type: 'application' as const, name, organization, access: { level: apiAccess } },
      now: now(),
      method: ctx.method,
      uri: ctx.path,
      action: 'login/oauth/revoke',
      clientIp: clientAddress(ctx.req),
      source: sourceOf(ctx.req),
      protocol: 'oidc' as const,
      application,
    };
    await record({ sql: db }, context, {
      organization: user ? user.owner : organization,
      object: user ? `user ${user.owner}/${user.name}` : `application ${application}`,
    });
  });
}
