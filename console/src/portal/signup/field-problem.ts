import { hasOuterBlank, shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import {
  isEmail,
  isIdCard,
  isOfChina,
  isPhoneIn,
  isRealName,
  isUsername,
} from '@doorwright/crds/values/written-forms.ts';
import type { Organization } from '../page.ts';
import type { Told, Word } from '../words.ts';
import type { FieldName, SignupField, Values } from './signup-fields.ts';

const missing: Record<FieldName, Word> = {
  username: 'accountNameMissing',
  name: 'displayNameMissing',
  firstName: 'firstNameMissing',
  lastName: 'lastNameMissing',
  affiliation: 'affiliationMissing',
  region: 'regionMissing',
  idCard: 'idCardMissing',
  email: 'emailMissing',
  emailCode: 'emailCodeMissing',
  password: 'passwordShort',
  confirm: 'confirmMissing',
  phone: 'phoneMissing',
  phoneCode: 'phoneCodeMissing',
  agreement: 'agreementMissing',
};

export type Rules = Pick<Organization, 'phonePrefix' | 'allowForeignPhones' | 'refuseWeakPasswords' | 'passwordLength'>;

interface Given {
  asked: SignupField;
  /** The values without copied blanks. */
  values: Values;
  organization: Rules;
}

/** Further rules for the values. */
const wrong: Partial<Record<FieldName, (value: string, given: Given) => Word | false>> = {
  username: (value) => !(isUsername(value) && value.length > 1) && 'accountNameInvalid',
  name: (value, { asked: { rule }, organization: { phonePrefix } }) =>
    rule === 'Real name' &&
    !isRealName(value, phonePrefix) &&
    (isOfChina(phonePrefix) ? 'realNameInvalid' : 'realNameLetters'),
  idCard: (value) => !isIdCard(value) && 'idCardInvalid',
  email: (value) => !isEmail(value) && 'emailInvalid',
  phone: (value, { organization }) => !isPhoneIn(value, organization) && 'phoneInvalid',
  password: (value, { organization }) =>
    hasOuterBlank(value) ? 'passwordBlank' : value.length < shortestPassword(organization) && 'passwordShort',
  confirm: (value, { values }) => value !== values.password && 'confirmDiffers',
};

/** A code appears with the contact that it proves. */
function isNeeded({ name, isRequired }: SignupField, values: Values): boolean {
  if (name === 'emailCode') return values.email !== '';
  if (name === 'phoneCode') return values.phone !== '';
  return isRequired;
}

/** The problem of a field, if there is one. The server applies the same rules, and some that only it can know. */
export function fieldProblem(given: Given): Told | undefined {
  const word = wordFor(given);
  return word && { word, values: { limit: shortestPassword(given.organization) } };
}

function wordFor(given: Given): Word | undefined {
  const { asked, values } = given;
  const { name, rule } = asked;
  const value = values[name];
  if (value) return wrong[name]?.(value, given) || undefined;
  if (!isNeeded(asked, values)) return;
  return name === 'name' && rule !== 'None' ? 'realNameMissing' : missing[name];
}
