import { AsyncLocalStorage } from 'node:async_hooks';
import type { Application } from '@doorwright/crds/models/application.ts';
import { type Client, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { mayEnter } from '../../accounts/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import { type UserAccount, usualScope } from '../tokens/accounts.ts';
import { consentOf, wantedScopes } from './consents.ts';

const { Check, Prompt, base } = interactionPolicy;

/** Runs what is put to the authorization endpoint after its user has said no. */
export const denied = new AsyncLocalStorage<true>();

const applicationOf = ({ oidc }: KoaContextWithOIDC) => (oidc.client as Client).application as Application;

/** Somebody is signed in to the browser who may not enter here: to the application that is nobody. */
function isForeign(ctx: KoaContextWithOIDC): boolean {
  const account = ctx.oidc.account as UserAccount | undefined;
  return account !== undefined && !mayEnter(account.user.owner, applicationOf(ctx));
}

export function promptPolicy() {
  const policy = base();
  // The page offers the account of the browser and another one, so it is the question that is asked for. A window of its
  // own has to show the page too, which tells the one that opened it.
  const popup = new Check('popup', 'the user has to choose an account', (ctx) => ctx.query.popup === '1');
  policy.add(new Prompt({ name: 'select_account', requestable: true }, popup), 0);
  const foreign = new Check('foreign_user', 'a user of this organization has to sign in', 'login_required', isForeign);
  policy.get('login')?.checks.add(foreign);
  const checks = policy.get('consent')?.checks;
  // Exact redirect addresses make native clients as good as others.
  checks?.remove('native_client_prompt');
  checks?.add(new Check('denied', 'the user does not agree', 'access_denied', () => denied.getStore() === true), 0);
  return policy;
}

/** The page at which a device is connected has asked already. */
const hasAsked = ({ oidc }: KoaContextWithOIDC) => ['code_verification', 'device_resume'].includes(oidc.route);

/**
 * Makes the grant from what is asked. Administrators choose which applications there are, so signing in at one is
 * consent enough, unless the application says otherwise: then the user has agreed to all of it, or there is no grant and
 * the authority asks for consent.
 */
export async function grantAsked(ctx: KoaContextWithOIDC, { db }: Pick<ProtocolDeps, 'db'>) {
  if (isForeign(ctx)) return;
  const { oidc } = ctx;
  const { clientId } = oidc.client as Client;
  const { requireConsent } = applicationOf(ctx);
  const accountId = oidc.account?.accountId as string;
  if (oidc.requestParamOIDCScopes.size === 0) Object.assign(oidc.params as object, { scope: usualScope });
  if (requireConsent && !hasAsked(ctx)) {
    const agreed = await consentOf(db, { accountId, clientId });
    if (!wantedScopes(oidc.params as object).every((scope) => agreed.has(scope))) return;
  }
  const known = oidc.session?.grantIdFor(clientId);
  const grant = (known && (await oidc.provider.Grant.find(known))) || new oidc.provider.Grant({ accountId, clientId });
  // Who signed in is what signing in tells; see scopeShown in token-adapter.ts.
  grant.addOIDCScope('openid');
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  grant.addOIDCClaims([...oidc.requestParamClaims]);
  await grant.save();
  return grant;
}
