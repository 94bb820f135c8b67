import { isForeignPhone, isPhone, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/** The digits that countries dial before a national number. The library knows which apply. */
const trunkPrefixes = ['80', '06', '0', '8', '1'];

/** The number as it is stored: without the prefix that is dialled within its country. One of another country keeps its `+`. */
export function storedNumber(text: string, callingCode: string): string {
  const plain = plainPhone(text, callingCode);
  if (plain.startsWith('+')) return parsePhoneNumberFromString(plain, { extract: false })?.number ?? plain;
  if (!callingCodes.has(callingCode) || !/^\d+$/.test(plain)) return plain;
  const number = parsePhoneNumberFromString(plain, { defaultCallingCode: callingCode, extract: false });
  return number?.countryCallingCode === callingCode ? number.nationalNumber : plain;
}

/** A dash does not make a number, because names contain dashes too. */
const isNumber = (text: string) => /^\d+$|[+\s()]/.test(text);

/**
 * The forms in which a phone number may be stored, if the text is one. Imported numbers may contain the dialled
 * prefix.
 */
export function phoneSpellings(text: string, callingCode: string): string[] {
  const number = storedNumber(text, callingCode);
  if (isForeignPhone(number)) return [number];
  if (!isNumber(text) || !isPhone(number, callingCode)) return [];
  const dialled = trunkPrefixes.map((prefix) => `${prefix}${number}`);
  return [number, ...dialled.filter((each) => storedNumber(each, callingCode) === number).slice(0, 1)];
}

/** The digits that a service of text messages dials. */
export function dialledNumber(text: string, callingCode: string): string {
  const number = storedNumber(text, callingCode);
  return number.startsWith('+') ? number.slice(1) : `${callingCode}${number}`;
}
