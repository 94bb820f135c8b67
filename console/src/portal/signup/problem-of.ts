import { isEmail, isIdCard, isPhone, isRealName, isUsername } from '@doorwright/crds/models/written-forms.ts';
import type { Word } from '../words.ts';
import type { Asked, FieldName, Values } from './asked.ts';

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

interface Given {
  asked: Asked;
  /** As they are meant. */
  values: Values;
  phonePrefix: string;
}

/** What else can be wrong with what was typed. */
const wrong: Partial<Record<FieldName, (value: string, given: Given) => Word | false>> = {
  username: (value) => !(isUsername(value) && value.length > 1) && 'accountNameInvalid',
  name: (value, { asked: { rule } }) => rule === 'Real name' && !isRealName(value) && 'realNameInvalid',
  idCard: (value) => !isIdCard(value) && 'idCardInvalid',
  email: (value) => !isEmail(value) && 'emailInvalid',
  phone: (value, { phonePrefix }) => !isPhone(value, phonePrefix) && 'phoneInvalid',
  password: (value) => (/\s/.test(value) ? 'passwordBlank' : value.length < 6 && 'passwordShort'),
  confirm: (value, { values }) => value !== values.password && 'confirmDiffers',
};

/** A code is asked for with what it proves. */
function isNeeded({ name, isRequired }: Asked, values: Values): boolean {
  if (name === 'emailCode') return values.email !== '';
  if (name === 'phoneCode') return values.phone !== '';
  return isRequired;
}

/** What is wrong with a field, if anything is. The server judges by the same rules, and by what only it can know. */
export function problemOf(given: Given): Word | undefined {
  const { asked, values } = given;
  const { name, rule } = asked;
  const value = values[name];
  if (value) return wrong[name]?.(value, given) || undefined;
  if (!isNeeded(asked, values)) return;
  return name === 'name' && rule !== 'None' ? 'realNameMissing' : missing[name];
}
