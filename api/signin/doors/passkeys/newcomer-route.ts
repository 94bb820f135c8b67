import { randomUUID } from 'node:crypto';
import { isSignUpOpen } from '@doorwright/crds/options/sign-up-door.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import { limits, spend } from '../../locks/limits.ts';
import { passkeyChallenges } from '../../passkeys/challenges.ts';
import { registrationOptions } from '../../passkeys/registration.ts';
import { toWire, wireSchema } from '../../passkeys/wire.ts';
import { applicationNamed } from '../../place/applications.ts';
import type { AccountDeps } from '../../place/deps.ts';

/** The route by which a sign-up begins that has a passkey in place of a password. It makes no account. */
export const newcomerRoute = (deps: AccountDeps): Route => ({
  method: 'GET',
  path: '/api/webauthn/newcomer/begin',
  summary: 'Draws a challenge for the passkey of a sign-up. `signup` takes the answer. The answer has no envelope.',
  tag: 'Passkeys',
  permission: 'anyone',
  setsSession: true,
  query: {
    application: { about: 'Name of the application.', required: true },
    name: { about: 'Name by which the authenticator shows the passkey, such as the user name.' },
  },
  bare: wireSchema,
  async handle({ context, query, http }) {
    const { application, organization } = await applicationNamed(deps, query.application ?? '');
    if (!isSignUpOpen(application) || !application.enableWebAuthn) throw new Refusal('signup-closed');
    await spend(deps.db, [limits.passkeyChallengesFrom(context.clientIp)], context.now);
    const handle = randomUUID();
    const kept = { owner: organization.name, application: application.name, holder: '', handle };
    const challenge = await passkeyChallenges(deps).draw('signup', kept, http, context.now);
    const name = (query.name ?? '').slice(0, 100) || organization.displayName || organization.name;
    const options = { handle, name, displayName: name, had: [] };
    const issuer = organization.displayName || organization.name;
    http.res.json(toWire(await registrationOptions(deps, challenge, options, issuer)));
    return { sent: true };
  },
});
