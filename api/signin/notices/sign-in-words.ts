import { deviceOf } from '@doorwright/crds/values/device-of.ts';
import type { Language } from '@doorwright/locales';
import type { Say } from '@doorwright/locales/translator.ts';

/** The sign-in that a letter is about. */
export interface ToldSignIn {
  userId: string;
  time: string;
  timeZone: string;
  userAgent: string;
  clientIp: string;
  /** As an ISO 3166-1 alpha-2 code, if it is known. */
  country?: string;
}

/** In the user's time zone, or in UTC if they have none that the server knows. */
export function momentOf({ time, timeZone }: Pick<ToldSignIn, 'time' | 'timeZone'>, language: Language): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: zone }).format(new Date(time));
  try {
    return format(timeZone || 'UTC');
  } catch {
    return format('UTC');
  }
}

/** The address, with the name of its country in the language of the letter. */
function placeOf({ clientIp: address, country: code }: ToldSignIn, say: Say, language: Language): string {
  const country = code && new Intl.DisplayNames(language, { type: 'region' }).of(code);
  return country ? say('addressIn', { address, country }) : address;
}

/** What a letter says about a sign-in, in its language. */
export function signInWords(
  signIn: ToldSignIn,
  say: Say,
  language: Language,
): Record<'moment' | 'device' | 'address', string> {
  const { browser, system } = deviceOf(signIn.userAgent);
  const device = browser && system ? say('deviceNamed', { browser, system }) : (browser ?? system);
  return {
    moment: momentOf(signIn, language),
    device: device ?? say('deviceUnknown'),
    address: placeOf(signIn, say, language),
  };
}
