import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Request, Response } from 'express';
import {
  deviceCookieName,
  organizationCookieName,
  sessionCookieName,
  setCookie,
  valueOfCookie,
} from '../../http/cookies.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { longestOf } from '../../kinds/session/lifetimes.ts';
import { withDevice } from '../locks/known-devices.ts';
import type { AccountDeps } from '../place/deps.ts';

const year = 365 * 24 * 3_600_000;

interface NewSession {
  session: string;
  user: Pick<User, 'id' | 'owner'>;
  isRemembered: boolean;
  isImpersonated?: boolean;
}

const rememberedFor = async (deps: AccountDeps, owner: string): Promise<number> => {
  const lifetimes = await cachedObjectsOf(deps).organizationNamed(owner);
  return lifetimes ? longestOf(lifetimes, true) : 0;
};

/** Notes in the browser that the user has signed in there. */
export function noteDevice(
  { req, res }: { req: Request; res: Response },
  { config, box }: Pick<AccountDeps, 'config' | 'box'>,
  userId: string,
): void {
  const origin = config.DOORWRIGHT_ORIGIN;
  const device = deviceCookieName(origin);
  setCookie(res, { name: device, value: withDevice(valueOfCookie(req, device), userId, box), origin, maxAge: year });
}

/**
 * Puts a new session into the browser, with notes of the user who has signed in there and of their organization. A known browser
 * has guesses of its own, so a sign-in with the master password leaves no note.
 */
export async function rememberSignIn(
  http: { req: Request; res: Response },
  deps: AccountDeps,
  { session, user, isRemembered, isImpersonated = false }: NewSession,
): Promise<void> {
  const origin = deps.config.DOORWRIGHT_ORIGIN;
  setCookie(http.res, {
    name: sessionCookieName(origin),
    value: session,
    origin,
    ...(isRemembered && { maxAge: await rememberedFor(deps, user.owner) }),
  });
  if (isImpersonated) return;
  noteDevice(http, deps, user.id);
  const organization = { name: organizationCookieName(origin), value: encodeURIComponent(user.owner) };
  setCookie(http.res, { ...organization, origin, maxAge: year });
}
