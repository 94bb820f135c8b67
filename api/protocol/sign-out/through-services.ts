import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { loggedOutPath } from '../../http/protocol-paths.ts';
import type { ProtocolDeps } from '../deps.ts';
import { beginSignOut } from '../saml/sign-out/begin-sign-out.ts';

const ways = new WeakMap<object, string>();

/** Where the library sends the browser after the sign-out. It says so only when the visits of the session are gone. */
function endOf({ oidc }: KoaContextWithOIDC): string {
  const { postLogoutRedirectUri: address, state } = (oidc.session?.state ?? {}) as Record<string, string | undefined>;
  if (!address) return loggedOutPath;
  const end = new URL(address);
  if (state !== undefined) end.searchParams.set('state', state);
  return end.href;
}

/** Notes the way of a browser through the SAML service providers of a session that the library is about to end. */
export async function noteWay(deps: ProtocolDeps, ctx: KoaContextWithOIDC | undefined, session: string): Promise<void> {
  if (ctx?.oidc.route !== 'end_session_confirm') return;
  const away = await beginSignOut(deps, { session, end: endOf(ctx) }, deps.now());
  if (away) ways.set(ctx.req, away);
}

/** A browser whose client signs its user out goes through the SAML service providers too, and then to the client. */
export function goThroughServices(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const away = ways.get(ctx.req);
    if (away && ctx.status === 303) ctx.redirect(away);
  });
}
