import type { Request } from 'express';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/records.ts';
import { deviceCookieName, sessionCookieName, valueOfCookie } from '../../http/cookies.ts';
import type { Answer, RouteRequest } from '../../http/route.ts';
import { rememberSignIn } from '../browser/remember-sign-in.ts';
import { inheritVisits, replaceSession } from '../browser/replace-session.ts';
import type { AccountDeps } from '../deps.ts';
import { mayEnter } from '../may-enter.ts';
import type { Methods } from '../methods/registry.ts';
import { type SignInForm, signIn } from '../sign-in.ts';
import { noteConsent } from '../steps/consent.ts';
import { requestInQuery } from './authorization-query.ts';
import { type AuthorizationServer, aboutUser, type ClientApplications } from './authorization-server.ts';
import { refusedRequest, unknownClient } from './refused-request.ts';

/** What signing in at an application goes through. */
export interface Doors {
  authority: { clients: ClientApplications };
  authorize: AuthorizationServer;
  methods: Methods;
}

interface Form extends SignInForm {
  type: string;
  consent?: boolean | undefined;
  account: string;
}

export const browserOf = (req: Request, origin: string) => ({
  deviceCookie: valueOfCookie(req, deviceCookieName(origin)),
  userAgent: req.get('User-Agent') ?? '',
});

const types = /^(code|token|id_token)( (code|token|id_token))*$/;

/** Signs in at a client: with what the form says, or with the session that the browser has (`Continue with`). */
export const isClientSignIn = (form: Pick<Form, 'type'>): boolean => types.test(form.type);

export async function signInAtClient(
  deps: AccountDeps,
  { authority, authorize, methods }: Doors,
  asked: RouteRequest,
  form: Form,
): Promise<Answer> {
  const { context, query, http } = asked;
  const origin = deps.config.DOORWRIGHT_ORIGIN;
  const clientId = query.clientId ?? '';
  const application = await authority.clients.application(clientId);
  if (!application) throw unknownClient(clientId);
  if (!application.isEnabled) throw new Refusal('application-disabled');
  if (form.application && form.application !== application.name) throw new Refusal('unauthorized');
  const request = requestInQuery(query, form.type);
  // What the client asks is judged first: nobody signs in for nothing.
  const wrong = await authorize.check(request);
  if (wrong) throw refusedRequest(wrong, request);

  const method = methods.meant(form);
  // A name without a proof must not act for the session of the browser.
  if (form.username && !method) throw new Refusal('unknown-login-type', { type: 'no password' });
  const fresh =
    method &&
    (await signIn(deps, context, {
      method,
      form: { ...form, application: application.name },
      browser: browserOf(http.req, origin),
    }));
  const { caller } = context;
  const known = caller.type === 'user' && caller.session ? { ...caller, session: caller.session } : undefined;
  const session = fresh?.session ?? (known && valueOfCookie(http.req, sessionCookieName(origin)));
  if (!session) throw new Refusal('unknown-login-type', { type: 'no password' });
  if (!fresh && known && !mayEnter(known.owner, application)) throw new Refusal('unauthorized');
  // Somebody else has signed in beside the page, and says nothing by what is pressed there.
  if (!fresh && known && form.account && form.account !== `${known.owner}/${known.name}`)
    throw new Refusal('other-account');
  const replaced = fresh && known && { before: known, fresh };
  const remember = async () => {
    if (!fresh) return;
    if (replaced) await replaceSession(deps.db, replaced);
    rememberSignIn(http, deps, { session, userId: fresh.user.id, isRemembered: form.autoSignin });
  };

  // Nobody agrees before he was asked, which is after he signed in.
  const isAgreed = fresh ? undefined : form.consent;
  if (application.requireConsent && isAgreed !== undefined)
    await noteConsent(deps, asked, { isAgreed, session, application, scopes: await authorize.scopes(request) });
  // Before anything is given, so that an application it has been to knows the session by one name.
  if (replaced && application.enableSigninSession) await inheritVisits(deps.db, replaced);
  const {
    given,
    address,
    form: posted,
    error,
    goesOn,
  } = await authorize.give(request, session, {
    isFresh: fresh !== undefined,
    isAgreed,
  });
  if (error?.code === 'consent_required') {
    await remember();
    throw new Refusal('consent-required', {}, { data: { scopes: await authorize.scopes(request) } });
  }
  if (isAgreed === false) return { data: '', data2: posted ?? address };
  // The session is too old for the client, or of somebody else than it wants, or its user is to choose another one.
  if (error && !fresh && aboutUser.has(error.code)) throw new Refusal('sign-in-first');
  if (error) throw refusedRequest(error, request);
  // What was typed is recorded where it is judged.
  if (!fresh && known)
    await record({ sql: deps.db, store: deps.store }, context, {
      organization: known.owner,
      object: `application ${application.owner}/${application.name}`,
      reason: 'session',
    });
  if (application.enableSigninSession || goesOn) await remember();
  // A program of the era asks for one thing and makes the address itself; our page never does (S34).
  const isPlain = !form.type.includes(' ') && !posted && !query.interaction;
  return {
    data: given.code ?? given.access_token ?? given.id_token ?? '',
    data2: isPlain ? null : (posted ?? address ?? null),
  };
}
