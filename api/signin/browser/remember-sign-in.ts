import type { Request, Response } from 'express';
import { deviceCookieName, sessionCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import { rememberedLimit } from '../../kinds/session/sessions.ts';
import type { AccountDeps } from '../deps.ts';
import { withDevice } from '../locks/known-devices.ts';

const year = 365 * 24 * 3_600_000;

/** Puts a new session into the browser, with a note that the user has signed in there. */
export function rememberSignIn(
  { req, res }: { req: Request; res: Response },
  { config, box }: AccountDeps,
  { session, userId, isRemembered }: { session: string; userId: string; isRemembered: boolean },
): void {
  const origin = config.DOORWRIGHT_ORIGIN;
  const device = deviceCookieName(origin);
  setCookie(res, {
    name: sessionCookieName(origin),
    value: session,
    origin,
    ...(isRemembered && { maxAge: rememberedLimit }),
  });
  setCookie(res, {
    name: device,
    value: withDevice(valueOfCookie(req, device), userId, box),
    origin,
    maxAge: year,
  });
}
