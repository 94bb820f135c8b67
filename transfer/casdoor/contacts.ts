import { callingCodeOf, phonePrefixOf } from './organization-rules.ts';
import type { Original } from './original.ts';
import type { Fields } from './take-fields.ts';

/** Newer versions note the country of a phone. Here a phone of another country than the organization's has it in the number. */
export function contactsOf(original: Original, organization: Original | undefined): Fields {
  const [phone, country] = [original.text('phone'), original.text('countryCode')];
  if (phone === '') return {};
  const code = callingCodeOf(country);
  const usual = organization ? phonePrefixOf(organization) : '';
  if (code === undefined || code === usual || phone.startsWith(`+${usual}`)) return { phone };
  return { phone: `+${code}${phone}` };
}
