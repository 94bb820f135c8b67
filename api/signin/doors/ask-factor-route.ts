import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import { attempts } from '../browser/attempts.ts';
import { knownSession } from '../browser/known-session.ts';
import { askNewFactor, newFactorsFor } from '../factors/new-at-sign-in.ts';
import { factorsOf } from '../factors/registry.ts';
import { proved, purpose } from '../pipeline/half-sign-in.ts';
import type { AccountDeps } from '../place/deps.ts';

const askForm = z.object({
  factor: z.string().min(1).max(20).describe('Name of the second factor.'),
  again: z.boolean().default(false).describe('It is for prove-again, and not for a sign-in that waits for it.'),
});

/** The route by which a page asks for the code or the challenge of a second factor. */
export function askFactorRoute(deps: AccountDeps): Route {
  const { db, store, config } = deps;

  /** Who is asked: the user of the session, or of the sign-in of this browser that has proved a method. */
  async function holderOf(asked: RouteRequest, isAgain: boolean) {
    const { now } = asked.context;
    if (!isAgain) {
      const attempt = await attempts(deps).after(db, { req: asked.http.req, purpose, now }, proved);
      return { ...attempt, name: attempt.user };
    }
    const known = knownSession(asked, config.DOORWRIGHT_ORIGIN);
    const session = known && (await sessionUser(db, known.cookie, now));
    if (!session) throw new Refusal('sign-in-first');
    if (session.isImpersonated) throw new Refusal('impersonated');
    return session;
  }

  return {
    method: 'POST',
    path: '/api/ask-factor',
    summary:
      'Sends the code of a second factor, or answers its challenge, to a user who has proved a method or has a session. A user who must set one up gets the same for a new one.',
    tag: 'Second factor',
    permission: 'anyone',
    setsSession: true,
    body: emit(askForm),
    answer: { data: { description: 'The challenge, for factors that have one.' } },
    async handle(asked) {
      const { context, body, http } = asked;
      const { factor: named, again } = parsedStrictly(askForm, body);
      const { id: holder, owner, name, application, amr, isImpersonated } = await holderOf(asked, again);
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      const user = (await store('user').find(db, owner, name)) as unknown as User | undefined;
      const organization = await cachedObjectsOf(deps).organizationNamed(owner);
      if (!user || !organization) throw new Refusal('factor-missing');
      const { language } = http.res.locals;
      const proving = { context, user, application, holder, language };
      const had = factorsOf(user, organization);
      if (had.length > 0 || again || isImpersonated) {
        const factor = had.find((each) => each.name === named);
        if (!factor?.ask) throw new Refusal('factor-missing');
        return { data: await factor.ask(deps, proving) };
      }
      const at = await cachedObjectsOf(deps).applicationNamed(application);
      if (!at || !newFactorsFor({ user, application: at, organization, amr }).includes(named))
        throw new Refusal('factor-missing');
      const issuer = organization.displayName || organization.name;
      return { data: await askNewFactor(deps, named, { ...proving, issuer }) };
    },
  };
}
