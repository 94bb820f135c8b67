import type { User } from '@doorwright/crds/kinds/user.ts';
import { deviceOf } from '../locks/known-devices.ts';
import type { AccountDeps } from '../place/deps.ts';
import { tellUser } from './account-notice.ts';
import { noteCountry } from './new-country.ts';

interface Arrival {
  user: User;
  deviceCookie: string | undefined;
  userAgent: string;
  clientIp: string;
  language: string | undefined;
  now: Date;
}

/**
 * Tells a user of a sign-in from a browser or a country in which they have not signed in before. The user's very first sign-in is
 * not reported.
 */
export async function tellNewDevice(
  deps: AccountDeps,
  { user, deviceCookie, userAgent, clientIp, language, now }: Arrival,
): Promise<void> {
  const country = deps.config.DOORWRIGHT_COUNTRY_DATABASE?.countryOf(clientIp);
  const isElsewhere = await noteCountry(deps, user, country);
  const isNewBrowser = !deviceOf(deviceCookie, user.id, deps.box);
  if (!user.email || !user.lastSigninTime || !(isNewBrowser || isElsewhere)) return;
  const { id: userId, timeZone } = user;
  const at = { time: now.toISOString(), timeZone, userAgent, clientIp, ...(country && { country }) };
  const signIn = { userId, ...at };
  await tellUser(deps.db, deps, { user, to: user.email, subject: 'newDevice', signIn, language });
}
