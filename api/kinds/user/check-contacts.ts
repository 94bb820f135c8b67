import { isEmail, isPhoneIn, type PhoneRules, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { storedNumber } from './phone-spellings.ts';

/** Refuses an email or a phone number that sign-up would refuse too: nobody could use it. */
export function checkContacts({ email, phone }: Draft, rules: PhoneRules): void {
  const refuse = (code: 'email-invalid' | 'phone-invalid', field: string) => {
    throw new Refusal(code, {}, { fields: [{ field, code }] });
  };
  if (email && !isEmail(plainEmail(String(email)))) refuse('email-invalid', 'email');
  if (phone && !isPhoneIn(storedNumber(String(phone), rules.phonePrefix), rules)) refuse('phone-invalid', 'phone');
}
