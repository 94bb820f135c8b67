import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from 'oidc-provider';
import { anonymous } from '../../core/callers.ts';
import { record } from '../../core/objects/history/records.ts';
import { sourceOf } from '../../http/request-source.ts';
import { isByMaster } from '../../kinds/session/authentication-methods.ts';
import { isCall } from '../calls.ts';
import type { ProtocolDeps } from '../deps.ts';
import type { UserAccount } from '../tokens/accounts.ts';

/**
 * A browser with a session gets its answer without a page. That is a sign-in like one at the page, so it is recorded.
 * `/api/login` records its own.
 */
export function recordSignOns(provider: Provider, { db, now, clientAddress }: ProtocolDeps): void {
  const given = new WeakSet<object>();
  provider.on('authorization.success', (ctx) => {
    // A sign-in on the way to a device has a record of its own.
    if (ctx.oidc.route !== 'device_resume') given.add(ctx);
  });
  provider.use(async (ctx, next) => {
    await next();
    if (!given.has(ctx) || isCall(ctx)) return;
    const { client, account, amr } = ctx.oidc;
    const application = client?.application as Application;
    const { owner, name } = (account as UserAccount).user;
    const context = {
      caller: anonymous,
      now: now(),
      method: ctx.method,
      uri: ctx.path,
      action: 'login',
      clientIp: clientAddress(ctx.req),
      source: sourceOf(ctx.req),
      protocol: 'oidc' as const,
      application: `${application.owner}/${application.name}`,
    };
    await record({ sql: db }, context, {
      organization: owner,
      object: `application ${application.owner}/${application.name}`,
      reason: 'session',
      user: { owner, name, isImpersonated: isByMaster(amr) },
    });
  });
}
