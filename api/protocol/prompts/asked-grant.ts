import { defaultScope } from '@doorwright/crds/options/oauth-scopes.ts';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { consentOf, requestedScopes } from '../../kinds/token/consents.ts';
import type { ProtocolDeps } from '../deps.ts';
import { answered } from './answered.ts';
import { applicationOf, isForeign } from './foreign-user.ts';

/** The user agrees with this call, or the page for a device has asked them already. */
const hasAsked = (ctx: KoaContextWithOIDC) =>
  answered.get(ctx)?.agrees === true || ['code_verification', 'device_resume'].includes(ctx.oidc.route);

/**
 * Makes the grant for a request. A sign-in at an application counts as consent, because administrators choose the applications.
 * Where the application requires consent, the user has agreed to all scopes, or there is no grant and the library asks.
 */
export async function grantAsked(ctx: KoaContextWithOIDC, { db }: Pick<ProtocolDeps, 'db'>) {
  if (isForeign(ctx)) return;
  const { oidc } = ctx;
  const { clientId } = oidc.client as Client;
  const { requireConsent } = applicationOf(ctx);
  const accountId = oidc.account?.accountId as string;
  if (oidc.requestParamOIDCScopes.size === 0) Object.assign(oidc.params as object, { scope: defaultScope });
  if (requireConsent && !hasAsked(ctx)) {
    const agreed = await consentOf(db, { accountId, clientId });
    if (!requestedScopes(oidc.params as object).every((scope) => agreed.has(scope))) return;
  }
  const known = oidc.session?.grantIdFor(clientId);
  const grant = (known && (await oidc.provider.Grant.find(known))) || new oidc.provider.Grant({ accountId, clientId });
  // Each sign-in tells who signed in; see scopeShown in find-token.ts.
  grant.addOIDCScope('openid');
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  grant.addOIDCClaims([...oidc.requestParamClaims]);
  await grant.save();
  return grant;
}
