import { isPhone, plainPhone } from '@doorwright/crds/values/written-forms.ts';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/** What countries dial before a number within them. In which one, and before which numbers, the library knows. */
const trunkPrefixes = ['80', '06', '0', '8', '1'];

/** The number that somebody means, who may have written it as it is dialled within its country: as the plan of the country has it. */
export function phoneMeant(text: string, callingCode: string): string {
  const plain = plainPhone(text, callingCode);
  if (!callingCodes.has(callingCode) || !/^\d+$/.test(plain)) return plain;
  const number = parsePhoneNumberFromString(plain, { defaultCallingCode: callingCode, extract: false });
  return number?.countryCallingCode === callingCode ? number.nationalNumber : plain;
}

/** Dashes stand in names too. */
const isNumber = (text: string) => /^\d+$|[+\s()]/.test(text);

/**
 * How the number may be stored that somebody calls himself by, if it is one: what was not typed into our pages may stand as
 * it is dialled.
 */
export function phonesMeant(text: string, callingCode: string): string[] {
  const meant = phoneMeant(text, callingCode);
  if (!isNumber(text) || !isPhone(meant, callingCode)) return [];
  const dialled = trunkPrefixes.map((prefix) => `${prefix}${meant}`);
  return [meant, ...dialled.filter((number) => phoneMeant(number, callingCode) === meant).slice(0, 1)];
}
