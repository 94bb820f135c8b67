import type { Application } from '@doorwright/crds/kinds/application.ts';
import { unknownScopes } from '@doorwright/crds/options/oauth-scopes.ts';
import type { Request } from 'express';
import type { Provider } from 'oidc-provider';
import { isCall } from '../calls.ts';
import { refusedBy } from '../errors/refused.ts';
import type { Refusals } from './refusals.ts';

/** The standard lets a server leave out scopes that it does not know (RFC 6749, 3.3). A record tells the program's developers. */
export const leftOut = (unknown: readonly string[]) =>
  ({ code: 'scope-left-out', fault: 'scope', detail: unknown.join(' ') }) as const;

/** The endpoints where a program names the scopes for its user. */
const routes: readonly unknown[] = ['authorization', 'device_authorization', 'pushed_authorization_request'];

/** Records scopes that these endpoints left out. The request goes on without them. */
export function adviseScopes(provider: Provider, refusals: Refusals): void {
  provider.use(async (ctx, next) => {
    await next();
    const { client, route, body } = ctx.oidc ?? {};
    if (!client || !routes.includes(route) || isCall(ctx) || refusedBy(ctx)) return;
    // The library has left them out of its own parameters.
    const unknown = unknownScopes(body?.scope ?? ctx.query.scope);
    if (unknown.length > 0) refusals.advise(ctx.req as Request, leftOut(unknown), client.application as Application);
  });
}
