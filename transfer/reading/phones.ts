import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Losses } from './losses.ts';

/** A number with its country, as `+49151…` or `0049151…`. */
const international = (text: string) => parsePhoneNumberFromString(text.trim().replace(/^00/, '+'));

/** Counts the countries of phones. All phones of an organization here have one prefix, so the most frequent one is its prefix. */
export interface Prefixes {
  count(phone: string): void;
  /** The digits of the prefix, or an empty text if no phone has a country. */
  usual(): string;
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
  };
}

/** The number as it is dialled within the country of the organization. One without a country stays as it is. */
export function nationalPhone(text: string, prefix: string, losses: Losses): string | undefined {
  const number = international(text);
  if (!number) return text.trim();
  if (number.countryCallingCode === prefix) return number.nationalNumber;
  losses.add(
    `phone "${text}"`,
    `Most numbers of the source have the prefix ${prefix}, so the organization has it. A number of another country cannot be stored.`,
  );
  return undefined;
}
