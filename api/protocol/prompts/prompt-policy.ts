import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { noteFreshSignIn, settlePrompts } from '../patches/done-prompts.ts';
import { isForeign } from './foreign-user.ts';

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
