import type { Application } from '@doorwright/crds/kinds/application.ts';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { anonymous } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/records.ts';
import { password as passwordMethod } from '../../signin/methods/password.ts';
import { signIn } from '../../signin/sign-in.ts';
import type { ProtocolDeps } from '../deps.ts';

/** Turns a refused sign-in into an error of the token endpoint. */
function asGrantError(ctx: KoaContextWithOIDC, cause: Refusal): Error {
  const { code, retryAfterSeconds } = cause;
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  if (code === 'busy') return Object.assign(new errors.TemporarilyUnavailable(), { status: 503, statusCode: 503 });
  const reason = code === 'locked' ? 'too many wrong passwords' : 'invalid username or password';
  return new errors.CustomOIDCProviderError('invalid_grant', reason, { cause });
}

/** Nobody can answer a question at the token endpoint, so a step before the session ends the grant (S28). */
const needsPage = (cause: Refusal) =>
  new errors.CustomOIDCProviderError('invalid_grant', 'this user signs in on the sign-in page only', { cause });

/** Signs in as the sign-in form does, with the same checks and counters. */
export async function signInByPassword(deps: ProtocolDeps, ctx: KoaContextWithOIDC) {
  const { username, password } = ctx.oidc.params as Record<string, string | undefined>;
  if (!username || !password) throw new errors.InvalidRequest('username and password are required');
  const application = ctx.oidc.client?.application as Application;
  const context: RequestContext = {
    caller: anonymous,
    now: deps.now(),
    method: ctx.method,
    uri: ctx.path,
    action: 'login/oauth/access_token',
    clientIp: deps.clientAddress(ctx.req),
  };
  const recordRefusal = ({ code }: Refusal) =>
    record({ sql: deps.db, store: deps.store }, context, { ...context.about, outcome: 'refused', reason: code });
  try {
    const form = { application: application.name, organization: '', username, password, autoSignin: false };
    const browser = { deviceCookie: undefined, userAgent: ctx.get('User-Agent') };
    const signedIn = await signIn(deps, context, { method: passwordMethod, form, browser });
    if (!('question' in signedIn)) return signedIn;
    await recordRefusal(signedIn.question);
    throw needsPage(signedIn.question);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Overload says nothing about the user, and is no time to write records.
    if (error.code !== 'busy') await recordRefusal(error);
    throw asGrantError(ctx, error);
  }
}
