import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { isEmail, isPhone, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { nationalNumber } from './phone-spellings.ts';

/** Refuses an email or a phone number that sign-up would refuse too: nobody could use it. */
export function checkContacts({ email, phone }: Draft, { phonePrefix }: Pick<Organization, 'phonePrefix'>): void {
  const refuse = (code: 'email-invalid' | 'phone-invalid', field: string) => {
    throw new Refusal(code, {}, { fields: [{ field, code }] });
  };
  if (email && !isEmail(plainEmail(String(email)))) refuse('email-invalid', 'email');
  if (phone && !isPhone(nationalNumber(String(phone), phonePrefix), phonePrefix)) refuse('phone-invalid', 'phone');
}
