import type { Request, Response } from 'express';
import { deviceCookieName, sessionCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import { rememberedLimit } from '../../kinds/session/sessions.ts';
import type { AccountDeps } from '../deps.ts';
import { withDevice } from '../locks/known-devices.ts';

const year = 365 * 24 * 3_600_000;

interface NewSession {
  session: string;
  userId: string;
  isRemembered: boolean;
  isImpersonated?: boolean;
}

/**
 * Puts a new session into the browser, with a note that the user has signed in there. A known browser has guesses of its own, so
 * a sign-in with the master password leaves no note.
 */
export function rememberSignIn(
  { req, res }: { req: Request; res: Response },
  { config, box }: AccountDeps,
  { session, userId, isRemembered, isImpersonated = false }: NewSession,
): void {
  const origin = config.DOORWRIGHT_ORIGIN;
  const device = deviceCookieName(origin);
  setCookie(res, {
    name: sessionCookieName(origin),
    value: session,
    origin,
    ...(isRemembered && { maxAge: rememberedLimit }),
  });
  if (isImpersonated) return;
  setCookie(res, {
    name: device,
    value: withDevice(valueOfCookie(req, device), userId, box),
    origin,
    maxAge: year,
  });
}
