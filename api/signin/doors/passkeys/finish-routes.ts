import { emit } from '@doorwright/crds/schema/schema.ts';
import { parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { noteChange } from '../../notices/note-change.ts';
import { assertionForm, attestationForm, challengeOf } from '../../passkeys/answers.ts';
import { passkeyChallenges } from '../../passkeys/challenges.ts';
import { keeperOf } from '../../passkeys/keeper.ts';
import { verifiedPasskey } from '../../passkeys/registration.ts';
import { storePasskey } from '../../passkeys/store-passkey.ts';
import { enter } from '../../pipeline/enter.ts';
import { loginForm } from '../../pipeline/login-form.ts';
import type { SignInParts } from '../../pipeline/parts.ts';
import type { KeeperDeps } from './keeper-deps.ts';

const tag = 'Passkeys';
/** Routes that take the answers of passkeys. */
export function passkeyFinishRoutes(deps: KeeperDeps & SignInParts): Route[] {
  const { db } = deps;
  const challenges = passkeyChallenges(deps);
  const form = loginForm(deps);

  const finishAdd: Route = {
    method: 'POST',
    path: '/api/webauthn/signup/finish',
    summary: 'Adds a passkey to the caller, whose browser began that in the last five minutes.',
    tag,
    permission: 'signedIn',
    body: emit(attestationForm),
    answer: { data: { type: 'string', description: 'ID of the passkey.' } },
    async handle({ context, body, http }) {
      const answer = parsedStrictly(attestationForm, body);
      const { user, session: holder } = await keeperOf(deps, context);
      await deps.requireFactor(context, user);
      const challenge = challengeOf(answer);
      const place = { purpose: 'add', browser: challenges.browserOf(http.req), holder, now: context.now } as const;
      const { handle } = await challenges.take(challenge, place);
      const made = await verifiedPasskey(deps, answer, { challenge, handle });
      await db.transaction(async (sql) => {
        await storePasskey(sql, deps, user, made, context);
        const reason = `passkey added ${made.label}`.trim();
        const { language } = http.res.locals;
        await noteChange(sql, deps, context, user, { reason, letter: 'passkeyAdded', language });
      });
      return { data: made.id };
    },
  };

  const finishIn: Route = {
    method: 'POST',
    path: '/api/webauthn/signin/finish',
    summary:
      'Signs in to the console by the answer of a passkey. data is the id of the user. Clients sign in by /api/login.',
    tag,
    permission: 'anyone',
    setsSession: true,
    body: emit(assertionForm),
    answer: { data: { type: 'string', description: 'owner/name of the user.' } },
    async handle(asked) {
      const answer = parsedStrictly(assertionForm, asked.body);
      const place = {
        purpose: 'signin',
        browser: challenges.browserOf(asked.http.req),
        now: asked.context.now,
      } as const;
      const { application, owner } = await challenges.look(challengeOf(answer), place);
      const members = { type: 'login', application, organization: owner, credential: JSON.stringify(answer) };
      return enter(deps, { ...asked, query: {} }, form.parse(members));
    },
  };

  return [finishAdd, finishIn];
}
