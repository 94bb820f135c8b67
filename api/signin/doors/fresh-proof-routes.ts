import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { isFreshlyProved } from '../../core/fresh-proof.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import { browserOf, knownSession } from '../browser/known-session.ts';
import { rememberSignIn } from '../browser/remember-sign-in.ts';
import { replaceSession } from '../browser/replace-session.ts';
import { factorsOf } from '../factors/registry.ts';
import { judgeProof, proofForm } from '../pipeline/fresh-proof.ts';
import { openProvenSession } from '../pipeline/open-proven-session.ts';
import type { AccountDeps } from '../place/deps.ts';

const ways = z.object({
  isFresh: z.boolean().describe('The last proof is less than ten minutes old.'),
  password: z.boolean().describe('The user can prove themselves by their password.'),
  ownPassword: z.boolean().describe('The user has a password here, for changes that need it in any case.'),
  factors: z.array(z.string()).describe('Second factors that the user can prove themselves by.'),
});

const tag = 'Account';

/** Routes by which the user of a session proves again that it is them. */
export function freshProofRoutes(deps: AccountDeps): Route[] {
  const { db, store, config } = deps;

  async function present(asked: RouteRequest) {
    const known = knownSession(asked, config.DOORWRIGHT_ORIGIN);
    if (!known) throw new Refusal('sign-in-first');
    const session = await sessionUser(db, known.cookie, asked.context.now);
    const user = (await store('user').find(db, known.owner, known.name)) as unknown as User | undefined;
    if (!session || !user) throw new Refusal('sign-in-first');
    return { known, session, user };
  }

  const getProofs: Route = {
    method: 'GET',
    path: '/api/get-proofs',
    summary: 'How the user of the session can prove again that it is them.',
    tag,
    permission: 'signedIn',
    answer: { data: emit(ways) },
    async handle(asked) {
      const { user } = await present(asked);
      const { caller, now } = asked.context;
      const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
      const factors = organization ? factorsOf(user, organization).map(({ name }) => name) : [];
      // In a browser that they trust, users have proved no factor yet. The password alone would not suffice for all changes.
      const isEnough = factors.length === 0 || (caller.type === 'user' && caller.hasFactor === true);
      const ownPassword = user.password !== '' && !user.ldap;
      return {
        data: { isFresh: isFreshlyProved(caller, now), password: ownPassword && isEnough, ownPassword, factors },
      };
    },
  };

  const proveAgain: Route = {
    method: 'POST',
    path: '/api/prove-again',
    summary: 'Proves again that it is the user of the session. The session gets a new id.',
    tag,
    permission: 'signedIn',
    setsSession: true,
    body: emit(proofForm),
    async handle(asked) {
      const { context, body, http } = asked;
      const form = parsedStrictly(proofForm, body);
      const { known, session, user } = await present(asked);
      // A person with the master password has nothing by which they could prove that they are the user (S17).
      if (known.impersonated) throw new Refusal('impersonated');
      context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
      const { language } = http.res.locals;
      const { counters, proof, useUp } = await judgeProof(deps, { context, user, session, language }, form);
      const { application, isRemembered } = session;
      const fresh = await openProvenSession(deps, context, {
        proven: { user, reason: form.factor || 'password', ...(useUp && { useUp }) },
        ...{ counters, application, isRemembered, proof },
        userAgent: browserOf(http.req, config.DOORWRIGHT_ORIGIN).userAgent,
      });
      await replaceSession(db, { before: known, fresh: { user, session: fresh, isImpersonated: false } });
      await rememberSignIn(http, deps, { session: fresh, user, isRemembered });
      return {};
    },
  };

  return [getProofs, proveAgain];
}
