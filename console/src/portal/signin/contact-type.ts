import { isPhone, plainPhone } from '@doorwright/crds/values/written-forms.ts';

/** An address that a code can be sent to, by its looks: the server judges. */
export function contactType(text: string): 'email' | 'phone' | undefined {
  const contact = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) return 'email';
  if (/^\+?[\d\s()-]{5,20}$/.test(contact)) return 'phone';
}

/** What is in no name, but in numbers as browsers fill them in and people copy them. */
const isOnlyInNumbers = /[+\s()]/;

/** Whom somebody calls himself who may have written his number with the prefix of its country, and with blanks. */
export function nameMeant(text: string, phonePrefix: string): string {
  const name = text.trim();
  const phone = plainPhone(name, phonePrefix);
  return isOnlyInNumbers.test(name) && isPhone(phone, phonePrefix) ? phone : name;
}
