import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SignInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { sessionCookieName, valueOfCookie } from '../../http/cookies.ts';
import { hasSeveral } from '../../kinds/session/authentication-methods.ts';
import { type SessionProof, sessionUser } from '../../kinds/session/sessions.ts';
import { attempts } from '../browser/attempts.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';
import { mayEnter } from '../place/may-enter.ts';
import { expired, proved, purpose, type Waiting } from './half-sign-in.ts';
import { bySession } from './hold-session.ts';
import type { SignInParts } from './parts.ts';
import { proofOfSession } from './step-up.ts';

type Deps = AccountDeps & Pick<SignInParts, 'methods'>;

interface Wanted {
  application: Application;
  /** The user whom the page shows, as owner/name. */
  account: string;
  waiting: Waiting;
}

/** The proof of an attempt. That of an open session counts as long as the browser has the session (S21). */
async function proofOf(
  { db, config }: Deps,
  attempt: SignInAttempt,
  { req }: Waiting['http'],
  now: Date,
): Promise<SessionProof | undefined> {
  const began = new Date(attempt.createdTime);
  const { amr } = attempt;
  if (attempt.method !== bySession)
    return { amr, authenticatedTime: began, ...(hasSeveral(amr) && { factorTime: began }) };
  const session = await sessionUser(db, valueOfCookie(req, sessionCookieName(config.DOORWRIGHT_ORIGIN)) ?? '', now);
  return session?.id === attempt.session ? proofOfSession(session) : undefined;
}

/** The half-finished sign-in of this browser. It serves one application, one request and one user. */
export async function halfOf(deps: Deps, context: RequestContext, { application, account, waiting }: Wanted) {
  const { db, store, methods } = deps;
  const { http } = waiting;
  const at = { req: http.req, purpose, now: context.now };
  const attempt = await attempts(deps).after(db, at, proved);
  const { owner, user: name, method, isImpersonated, session } = attempt;
  context.about = { organization: owner, object: `user ${owner}/${name}` };
  const isHere = attempt.application === application.name && attempt.request === waiting.request;
  const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
  const isOffered = method === bySession || methods.named(method)?.isOffered(application) === true;
  const proof = await proofOf(deps, attempt, http, context.now);
  if (!isHere || !isOffered || !mayEnter(owner, application) || !user || !proof) throw new Refusal('step-missing');
  if (account && account !== `${owner}/${name}`) throw new Refusal('other-account');
  const half: HalfSignIn = {
    ...{ context, application, user, isImpersonated, method, proof, http },
    ...{
      wanted: waiting.wanted,
      hasExpired: attempt.steps.includes(expired),
      holder: attempt.id,
      ...(session && { session }),
    },
  };
  return { at, attempt, half };
}
