import { isPhone, plainPhone } from '@doorwright/crds/values/written-forms.ts';

/** The type of an address for codes, by its form. The server judges it. */
export function contactType(text: string): 'email' | 'phone' | undefined {
  const contact = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return 'email';
  if (/^\+?[\d\s()-]{5,20}$/.test(contact)) return 'phone';
}

/** Characters that occur in phone numbers, and in no user name. */
const isOnlyInNumbers = /[+\s()]/;

/** The user name in a text. A phone number may come with prefix and blanks. */
export function nameMeant(text: string, phonePrefix: string): string {
  const name = text.trim();
  const phone = plainPhone(name, phonePrefix);
  return isOnlyInNumbers.test(name) && isPhone(phone, phonePrefix) ? phone : name;
}
