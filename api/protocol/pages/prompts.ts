import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Client, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { consentOf, requestedScopes } from '../../kinds/token/consents.ts';
import { defaultScope } from '../../kinds/token/scopes.ts';
import { mayEnter } from '../../signin/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import type { UserAccount } from '../tokens/accounts.ts';

const { Check, Prompt, base } = interactionPolicy;

/** What the user of a request has done for it, as far as he was asked anything. */
export interface Answered {
  /** Who has signed in since then, in seconds, did so for this request. */
  since: number;
  /** He has typed who he is with this very answer. */
  isFresh?: boolean;
  agrees?: boolean;
  denies?: boolean;
}

/**
 * Said for each call from within this process. A call can open no page: all that its request wants to be asked of the user
 * has been answered, or is refused.
 */
export const answered = new WeakMap<object, Answered>();

/** Takes what was answered from the request's wishes, once the library has found all of it good. */
function settle(ctx: KoaContextWithOIDC): boolean {
  const { oidc } = ctx;
  const said = answered.get(ctx);
  if (!said) return false;
  const { since, isFresh = false, agrees = false } = said;
  const isDone: Readonly<Record<string, boolean>> = {
    login: isFresh || Number(oidc.session?.loginTs) >= since,
    select_account: isFresh || since < Number.POSITIVE_INFINITY,
    consent: agrees,
  };
  const pending = [...oidc.prompts].filter((wish) => wish !== 'none' && !isDone[wish]);
  Object.assign(oidc.params as object, { prompt: ['none', ...pending].join(' ') });
  // By this the library knows that the session is as young as any client may want it.
  if (isFresh) Object.assign(oidc, { result: { login: {} } });
  return false;
}

const applicationOf = ({ oidc }: KoaContextWithOIDC) => (oidc.client as Client).application as Application;

/** Somebody is signed in to the browser who may not enter here: to the application that is nobody. */
function isForeign(ctx: KoaContextWithOIDC): boolean {
  const account = ctx.oidc.account as UserAccount | undefined;
  return account !== undefined && !mayEnter(account.user.owner, applicationOf(ctx));
}

interface WantedClass {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/** No class of sign-in has a name here. Who cannot do without one is told so, rather than its user after he has signed in. */
function refuseClasses({ oidc }: KoaContextWithOIDC): boolean {
  const { essential, value, values } = (oidc.claims.id_token?.acr ?? {}) as WantedClass;
  if (essential && (value !== undefined || Array.isArray(values)))
    throw new errors.UnmetAuthenticationRequirements('none of the requested classes of sign-in is known here');
  return false;
}

export function promptPolicy() {
  const policy = base();
  const classes = new Check('classes', 'no class of sign-in is known here', refuseClasses);
  const asked = new Check('answered', 'what is wanted of the user is answered', settle);
  // The page offers the account of the browser and another one, so it is the question that is asked for. A window of its
  // own has to show the page too, which tells the one that opened it.
  const popup = new Check('popup', 'the user has to choose an account', (ctx) => ctx.query.popup === '1');
  policy.add(new Prompt({ name: 'select_account', requestable: true }, popup), 0);
  policy.add(new Prompt({ name: 'answered' }, classes, asked), 0);
  const foreign = new Check('foreign_user', 'a user of this organization has to sign in', 'login_required', isForeign);
  policy.get('login')?.checks.add(foreign);
  const checks = policy.get('consent')?.checks;
  // Exact redirect addresses make native clients as good as others.
  checks?.remove('native_client_prompt');
  const denied = (ctx: KoaContextWithOIDC) => answered.get(ctx)?.denies === true;
  checks?.add(new Check('denied', 'the user does not agree', 'access_denied', denied), 0);
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
  if (oidc.requestParamOIDCScopes.size === 0) Object.assign(oidc.params as object, { scope: defaultScope });
  if (requireConsent && !hasAsked(ctx)) {
    const agreed = await consentOf(db, { accountId, clientId });
    if (!requestedScopes(oidc.params as object).every((scope) => agreed.has(scope))) return;
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
