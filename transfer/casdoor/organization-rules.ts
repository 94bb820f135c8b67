import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import { type Losses, quoted } from '../reading/losses.ts';
import { type Original, textsOf } from './original.ts';
import type { Fields } from './take-fields.ts';

/** The digits that are dialled before a number of the country. */
export const callingCodeOf = (country: string): string | undefined =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : undefined;

/** Newer versions list countries, and use the first one. Those of 2022 have a prefix. */
export function phonePrefixOf(original: Original): string {
  const [country = ''] = textsOf(original, 'countryCodes');
  return original.text('phonePrefix') || callingCodeOf(country) || '';
}

const lengths: Readonly<Record<string, number>> = { AtLeast6: 0, AtLeast8: 8 };

/** The rules for new passwords of newer versions. */
function passwordRules(original: Original, losses: Losses): Fields {
  const options = textsOf(original, 'passwordOptions');
  const others = options.filter((each) => lengths[each] === undefined);
  if (others.length > 0)
    losses.add(
      `password rules ${quoted(others)}`,
      'New passwords here have a length and must not be common. Rules about characters do not exist.',
    );
  const length = Math.max(0, ...options.map((each) => lengths[each] ?? 0));
  const days = original.number('passwordExpireDays');
  return { ...(length > 0 && { passwordLength: length }), ...(days > 0 && { passwordDays: days }) };
}

interface FactorItem {
  name?: unknown;
  rule?: unknown;
}

const weakFactors: Readonly<Record<string, string>> = { Email: 'email', Phone: 'phone' };

/** Newer versions list the second factors of an organization. One that must be set up makes the rule `everyone`. */
function factorRules(original: Original): Fields {
  const items = original.list('mfaItems') as FactorItem[];
  const weak = items.flatMap(({ name }) => weakFactors[String(name)] ?? []);
  const isRequired = items.some(({ rule }) => rule === 'Required');
  return {
    ...(isRequired && { secondFactor: 'everyone' }),
    ...(weak.length > 0 && { weakSecondFactors: [...new Set(weak)] }),
  };
}

export function organizationRules(original: Original, losses: Losses): Fields {
  const phonePrefix = phonePrefixOf(original);
  return {
    ...(phonePrefix && { phonePrefix }),
    ...(textsOf(original, 'countryCodes').length > 1 && { allowForeignPhones: true }),
    ...passwordRules(original, losses),
    ...factorRules(original),
  };
}
