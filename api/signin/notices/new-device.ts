import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AccountDeps } from '../deps.ts';
import { deviceOf } from '../locks/known-devices.ts';
import { tellUser } from './account-notice.ts';
import { markOf } from './letter-ticket.ts';

interface Arrival {
  user: User;
  deviceCookie: string | undefined;
  userAgent: string;
  clientIp: string;
  language: string | undefined;
  now: Date;
}

/** Tells a user of a sign-in from a browser in which they have not signed in before. The first sign-in of all is no news. */
export async function tellNewDevice(
  deps: AccountDeps,
  { user, deviceCookie, userAgent, clientIp, language, now }: Arrival,
): Promise<void> {
  if (!user.email || !user.lastSigninTime || deviceOf(deviceCookie, user.id, deps.box)) return;
  const { id: userId, timeZone } = user;
  const signIn = { userId, mark: markOf(user), time: now.toISOString(), timeZone, userAgent, clientIp };
  await tellUser(deps.db, deps, { user, to: user.email, subject: 'newDevice', signIn, language });
}
