import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { classes } from '../../kinds/session/authentication-methods.ts';
import type { ProtocolDeps } from '../deps.ts';
import { answered } from './answered.ts';
import { mustContinue } from './continues.ts';
import { applicationOf, isForeign } from './foreign-user.ts';
import { owesAnswers } from './owes-answers.ts';
import { lacksFactor } from './second-factor.ts';
import { classesIn } from './wanted-classes.ts';

const { Check, Prompt, base } = interactionPolicy;

const knownClasses: readonly string[] = Object.values(classes);

/**
 * Removes the prompts that the user of a call has answered, and lets the library open no page. The library has judged the request by then,
 * and reads the parameter and the result of a page from the context at each later check.
 */
function settle(ctx: KoaContextWithOIDC): boolean {
  const said = answered.get(ctx);
  if (!said) return false;
  const { since, isFresh = false, agrees = false } = said;
  const isDone: Readonly<Record<string, boolean>> = {
    login: isFresh || Number(ctx.oidc.session?.loginTs) >= since,
    select_account: isFresh || since < Number.POSITIVE_INFINITY,
    consent: agrees,
  };
  const pending = [...ctx.oidc.prompts].filter((prompt) => prompt !== 'none' && !isDone[prompt]);
  Object.assign(ctx.oidc.params as object, { prompt: ['none', ...pending].join(' ') });
  // The session is young enough for any client.
  if (isFresh) Object.assign(ctx.oidc, { result: { login: {} } });
  return false;
}

interface WantedClass {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/** A client that requires only unknown classes of sign-in is refused before its user signs in. */
function refuseClasses({ oidc }: KoaContextWithOIDC): boolean {
  const asked = (oidc.claims.id_token?.acr ?? {}) as WantedClass;
  const isKnown = classesIn(asked).some((each) => knownClasses.includes(each));
  if (asked.essential && (asked.value !== undefined || Array.isArray(asked.values)) && !isKnown)
    throw new errors.UnmetAuthenticationRequirements('none of the requested classes of sign-in is known here');
  return false;
}

/** A client that has to push its requests sends one by value. A page has only what was in the request that opened it. */
function refuseUnpushed(ctx: KoaContextWithOIDC): boolean {
  const { entities, route } = ctx.oidc;
  const mustPush = route === 'authorization' && applicationOf(ctx).requirePushedRequests;
  if (mustPush && !entities.PushedAuthorizationRequest && !answered.get(ctx)?.isPushed)
    throw new errors.InvalidRequest('Pushed Authorization Request must be used');
  return false;
}

export function promptPolicy(deps: ProtocolDeps) {
  const policy = base();
  const classes = new Check('classes', 'none of these classes of sign-in is known here', refuseClasses);
  const pushed = new Check('pushed', 'the client has to push its requests', refuseUnpushed);
  const asked = new Check('answered', 'what is wanted of the user is answered', settle);
  // The page offers the browser's account and another one. A popup shows the page too, because the page answers the
  // window that opened it.
  const popup = new Check('popup', 'the user has to choose an account', (ctx) => ctx.query.popup === '1');
  policy.add(new Prompt({ name: 'select_account', requestable: true }, popup), 0);
  policy.add(new Prompt({ name: 'answered' }, pushed, classes, asked), 0);
  const foreign = new Check('foreign_user', 'a user of this organization has to sign in', 'login_required', isForeign);
  policy.get('login')?.checks.add(foreign);
  const factor = new Check('second_factor', 'the user has to prove a second factor', 'login_required', (ctx) =>
    lacksFactor(ctx, deps),
  );
  policy.get('login')?.checks.add(factor);
  const answers = new Check('prompted', 'the application asks the user for more', 'interaction_required', (ctx) =>
    owesAnswers(ctx, deps),
  );
  policy.get('login')?.checks.add(answers);
  // The library's checks know no order of the classes: two factors would not suffice for a client that requires one.
  for (const reason of ['essential_acrs', 'essential_acr']) policy.get('login')?.checks.remove(reason);
  const checks = policy.get('consent')?.checks;
  // Redirect addresses are compared whole, so native clients are as safe as others.
  checks?.remove('native_client_prompt');
  const denied = (ctx: KoaContextWithOIDC) => answered.get(ctx)?.denies === true;
  checks?.add(new Check('denied', 'the user does not agree', 'access_denied', denied), 0);
  // The last one: a page that asks for anything else offers to continue too.
  const press = new Check('press', 'the user has to continue', mustContinue);
  policy.add(new Prompt({ name: 'continue' }, press));
  return policy;
}
