import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { noteFreshSignIn, settlePrompts } from '../patches/done-prompts.ts';
import { isForeign } from './foreign-user.ts';

const { Check, Prompt, base } = interactionPolicy;

/** What the user of a request has done for it. */
export interface Answered {
  /** A sign-in after this time, in seconds, was for this request. */
  since: number;
  /** The user has typed their credentials with this call. */
  isFresh?: boolean;
  agrees?: boolean;
  denies?: boolean;
}

/**
 * Set for each call from this process. A call cannot open a page, so its user has answered everything that the request
 * asks, or the library refuses it.
 */
export const answered = new WeakMap<object, Answered>();

/** Removes the prompts that were answered. The library has judged the request by then. */
function settle(ctx: KoaContextWithOIDC): boolean {
  const said = answered.get(ctx);
  if (!said) return false;
  const { since, isFresh = false, agrees = false } = said;
  const isDone: Readonly<Record<string, boolean>> = {
    login: isFresh || Number(ctx.oidc.session?.loginTs) >= since,
    select_account: isFresh || since < Number.POSITIVE_INFINITY,
    consent: agrees,
  };
  settlePrompts(ctx, (prompt) => isDone[prompt] ?? false);
  if (isFresh) noteFreshSignIn(ctx);
  return false;
}

interface WantedClass {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/** No class of sign-in has a name here. A client that requires one hears so before its user signs in. */
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
  // The page offers the browser's account and another one. A popup shows the page too, because the page answers the
  // window that opened it.
  const popup = new Check('popup', 'the user has to choose an account', (ctx) => ctx.query.popup === '1');
  policy.add(new Prompt({ name: 'select_account', requestable: true }, popup), 0);
  policy.add(new Prompt({ name: 'answered' }, classes, asked), 0);
  const foreign = new Check('foreign_user', 'a user of this organization has to sign in', 'login_required', isForeign);
  policy.get('login')?.checks.add(foreign);
  const checks = policy.get('consent')?.checks;
  // Redirect addresses are compared whole, so native clients are as safe as others.
  checks?.remove('native_client_prompt');
  const denied = (ctx: KoaContextWithOIDC) => answered.get(ctx)?.denies === true;
  checks?.add(new Check('denied', 'the user does not agree', 'access_denied', denied), 0);
  return policy;
}
