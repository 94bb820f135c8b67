import type { Losses } from '../reading/losses.ts';
import { callingCodeOf, phonePrefixOf } from './organization-rules.ts';
import type { Original } from './original.ts';
import type { Fields } from './take-fields.ts';

/** Newer versions note the country of a phone. Here all phones of an organization have its prefix. */
export function contactsOf(original: Original, organization: Original | undefined, losses: Losses): Fields {
  const [phone, country] = [original.text('phone'), original.text('countryCode')];
  if (phone === '') return {};
  const code = callingCodeOf(country);
  const usual = organization ? phonePrefixOf(organization) : '';
  if (code === undefined || code === usual || phone.startsWith(`+${usual}`)) return { phone };
  losses.add(
    `phone "+${code} ${phone}"`,
    `Numbers of the organization have the prefix ${usual || 'that it chooses'}. A number of another country cannot be stored.`,
  );
  return {};
}
