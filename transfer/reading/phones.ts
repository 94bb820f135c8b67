import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number with its country, as `+49151…` or `0049151…`. */
const international = (text: string) => parsePhoneNumberFromString(text.trim().replace(/^00/, '+'));

/** Counts the countries of phones. The most frequent one is the country of the organization. */
export interface Prefixes {
  count(phone: string): void;
  /** The digits of the prefix, or an empty text if no phone has a country. */
  usual(): string;
  /** There are phones of several countries. */
  isMixed(): boolean;
}

export function createPrefixes(): Prefixes {
  const counts = new Map<string, number>();
  return {
    count(phone) {
      const code = international(phone)?.countryCallingCode;
      if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
    },
    usual: () =>
      [...counts].sort(([a, times], [b, others]) => others - times || a.localeCompare(b)).map(([code]) => code)[0] ??
      '',
    isMixed: () => counts.size > 1,
  };
}

/** The number as it is stored: as it is dialled within the country of the organization, or with the `+` of another country. */
export function storedPhone(text: string, prefix: string): string {
  const number = international(text);
  if (!number) return text.trim();
  return number.countryCallingCode === prefix ? number.nationalNumber : number.number;
}
