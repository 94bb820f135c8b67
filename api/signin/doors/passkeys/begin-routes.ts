import { Refusal } from '../../../core/errors.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import { findUser } from '../../../kinds/user/find-user.ts';
import { countedName } from '../../../kinds/user/normalize-login.ts';
import { passkeysOf } from '../../../kinds/user/passkeys/stored-passkeys.ts';
import { limits, spend } from '../../locks/limits.ts';
import { assertionOptions } from '../../passkeys/assertion.ts';
import { passkeyChallenges } from '../../passkeys/challenges.ts';
import { decoysFor } from '../../passkeys/decoys.ts';
import { keeperOf } from '../../passkeys/keeper.ts';
import { passkeyOffer } from '../../passkeys/offer.ts';
import { registrationOptions } from '../../passkeys/registration.ts';
import { toWire, wireSchema } from '../../passkeys/wire.ts';
import { entranceOf } from '../../pipeline/entrance.ts';
import type { KeeperDeps } from './keeper-deps.ts';

const tag = 'Passkeys';

/** Routes that draw challenges. They answer without an envelope, as those of Casdoor 2022 do. */
export function passkeyBeginRoutes(deps: KeeperDeps): Route[] {
  const { db, store, box } = deps;
  const challenges = passkeyChallenges(deps);

  const beginAdd: Route = {
    method: 'GET',
    path: '/api/webauthn/signup/begin',
    summary: 'Draws a challenge for a new passkey of the caller. The answer has no envelope.',
    tag,
    permission: 'signedIn',
    setsSession: true,
    freshProof: true,
    bare: wireSchema,
    async handle({ context, http }) {
      const { user, session } = await keeperOf(deps, context);
      // A passkey is two factors, so the password alone adds none to a user who has a second factor.
      await deps.requireFactor(context, user);
      const had = await passkeysOf(db, deps, user);
      const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
      const handle = had[0]?.handle ?? user.id;
      const kept = { owner: user.owner, application: '', holder: session, handle };
      const challenge = await challenges.draw('add', kept, http, context.now);
      const newcomer = { handle, had, name: user.name, displayName: user.displayName || user.name };
      const name = organization?.displayName || user.owner;
      http.res.json(toWire(await registrationOptions(deps, challenge, newcomer, name)));
      return { sent: true };
    },
  };

  /** The passkeys of the user whom a name means, or decoys (S25). Without a name, the passkey says who the user is. */
  async function allowed(organization: string, phonePrefix: string, username: string) {
    if (!username) return [];
    const user = await findUser(db, store('user'), { organization, phonePrefix, username });
    const had = await passkeysOf(db, deps, { owner: organization, name: user?.name ?? '' });
    const decoys = decoysFor(box, organization, user?.name ?? countedName(username, phonePrefix));
    return had.length > 0 ? had : decoys;
  }

  /**
   * The application of a sign-in that names none, as Casdoor 2022 has it: the console, or else the oldest application of the organization that takes
   * passkeys. The user plays no part, so the choice does not tell whether they exist (S25).
   */
  async function usualApplication(organization: string): Promise<string> {
    const usual = 'app-built-in';
    const own = await cachedObjectsOf(deps).applicationNamed(usual);
    if (!organization || (own && passkeyOffer.isOffered(own))) return usual;
    const { rows } = await store('application').list(db, {
      tenant: organization,
      equal: { enableWebAuthn: true, isEnabled: true },
      page: { number: 1, size: 1 },
      sort: { field: 'createdTime', ascending: true },
    });
    return rows[0] ? String(rows[0].name) : usual;
  }

  async function beginSignIn({ context, query, http }: RouteRequest) {
    const { owner: organization = '', name = '' } = query;
    if (name.length > 200) throw new Refusal('invalid', {}, { fields: [{ field: 'name', code: 'wrong' }] });
    const at = query.application || (await usualApplication(organization));
    const { owner, application, phonePrefix } = await entranceOf(deps, { application: at, organization }, passkeyOffer);
    await spend(db, [limits.passkeyChallengesFrom(context.clientIp)], context.now);
    const kept = { owner, application: application.name, holder: '', handle: '' };
    const challenge = await challenges.draw('signin', kept, http, context.now);
    const passkeys = await allowed(owner, phonePrefix, name);
    http.res.json(toWire(await assertionOptions(deps, challenge, passkeys, 'required')));
    return { sent: true } as const;
  }

  const beginIn: Route = {
    method: 'GET',
    path: '/api/webauthn/signin/begin',
    summary: 'Draws a challenge for a sign-in by a passkey. The answer has no envelope.',
    tag,
    permission: 'anyone',
    setsSession: true,
    query: {
      owner: { about: "Organization of the user. By default it is the application's." },
      name: { about: 'Name, email or phone of the user. Without it, any passkey of this site can answer.' },
      application: {
        about: 'Name of the application. By default `app-built-in`, or one of the organization that takes passkeys.',
      },
    },
    bare: wireSchema,
    handle: beginSignIn,
  };

  return [beginAdd, beginIn];
}
