import type { Application } from '@doorwright/crds/kinds/application.ts';
import { eventOfRefusal } from '@doorwright/crds/options/events.ts';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { anonymous } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { sourceOf } from '../../http/request-source.ts';
import type { CommonForm, SignInMethod } from '../../signin/contracts/method.ts';
import { type SignedIn, signIn } from '../../signin/pipeline/sign-in.ts';
import type { ProtocolDeps } from '../deps.ts';

/** Judges the request of a grant, and signs its user in. */
export type GrantSignIn = (deps: ProtocolDeps, ctx: KoaContextWithOIDC) => Promise<SignedIn>;

interface Proof {
  method: SignInMethod;
  form: CommonForm & Readonly<Record<string, string>>;
  /** Says why a proof is refused, as far as its sender may know. */
  reasonOf: (refusal: Refusal) => string;
}

/** Turns a refused sign-in into an error of the token endpoint. */
function asGrantError(ctx: KoaContextWithOIDC, cause: Refusal, reasonOf: Proof['reasonOf']): Error {
  const { code, retryAfterSeconds } = cause;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  if (code === 'busy') return Object.assign(new errors.TemporarilyUnavailable(), { status: 503, statusCode: 503 });
  return new errors.CustomOIDCProviderError('invalid_grant', reasonOf(cause), { cause });
}

/** Nobody can answer a question at the token endpoint, so a step before the session ends the grant (S28). */
const needsPage = (cause: Refusal) =>
  new errors.CustomOIDCProviderError('invalid_grant', 'this user signs in on the sign-in page only', { cause });

/** Signs in as the sign-in form does, with the same checks and counters. */
export async function signInAtGrant(
  deps: ProtocolDeps,
  ctx: KoaContextWithOIDC,
  { method, form: proof, reasonOf }: Proof,
): Promise<SignedIn> {
  const application = ctx.oidc.client?.application as Application;
  const context: RequestContext = {
    caller: anonymous,
    now: deps.now(),
    method: ctx.method,
    uri: ctx.path,
    action: 'login/oauth/access_token',
    clientIp: deps.clientAddress(ctx.req),
    source: sourceOf(ctx.req),
    protocol: 'oidc',
    application: `${application.owner}/${application.name}`,
  };
  const recordRefusal = ({ code }: Refusal) =>
    record({ sql: deps.db }, context, {
      ...context.about,
      ...{ outcome: 'refused', reason: code, event: eventOfRefusal(context.action, code) },
    });
  try {
    const form = { ...proof, application: application.name, organization: '', autoSignin: false };
    const browser = { deviceCookie: undefined, userAgent: ctx.get('User-Agent') };
    const signedIn = await signIn(deps, context, { method, form, browser });
    if (!('question' in signedIn)) return signedIn;
    await recordRefusal(signedIn.question);
    throw needsPage(signedIn.question);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // An overload is not about the user, and a record would add to it.
    if (error.code !== 'busy') await recordRefusal(error);
    throw asGrantError(ctx, error, reasonOf);
  }
}
