import type { SignupItem, SignupItemName } from '@doorwright/crds/options/signup-items.ts';

/** The fields of the form, under the names of the api. */
export const fieldNames = [
  'username',
  'name',
  'firstName',
  'lastName',
  'affiliation',
  'region',
  'idCard',
  'email',
  'emailCode',
  'password',
  'confirm',
  'phone',
  'phoneCode',
  'agreement',
] as const;

export type FieldName = (typeof fieldNames)[number];

/** The input. A ticked checkbox holds `yes`. */
export type Values = Readonly<Record<FieldName, string>>;

export interface SignupField {
  name: FieldName;
  isRequired: boolean;
  rule: SignupItem['rule'];
}

const fieldsByItem: Partial<Record<SignupItemName, readonly FieldName[]>> = {
  Username: ['username'],
  Affiliation: ['affiliation'],
  'Country/Region': ['region'],
  'ID card': ['idCard'],
  Password: ['password'],
  'Confirm password': ['confirm'],
  Phone: ['phone', 'phoneCode'],
  Agreement: ['agreement'],
};

/** Chinese names have one field. */
const isSplit = (rule: SignupItem['rule'], language: string) => rule === 'First, last' && language !== 'zh';

function fieldsOf({ name, rule }: SignupItem, language: string): readonly FieldName[] {
  if (name === 'Display name') return isSplit(rule, language) ? ['firstName', 'lastName'] : ['name'];
  if (name === 'Email') return rule === 'No verification' ? ['email'] : ['email', 'emailCode'];
  return fieldsByItem[name] ?? [];
}

/** Fields that every sign-up needs, whatever the items say. */
const always: readonly FieldName[] = ['username', 'password', 'confirm'];

const password: SignupItem = { name: 'Password', visible: true, required: true, prompted: false, rule: 'None' };

/** Without an item for the password, it comes before the last item. */
function withPassword(items: readonly SignupItem[]): readonly SignupItem[] {
  if (items.some(({ name }) => name === 'Password')) return items;
  const end = items.findIndex(({ name }) => name === 'Confirm password' || name === 'Agreement');
  return items.toSpliced(end < 0 ? items.length : end, 0, password);
}

/** The fields of an application's signup items, in their order. */
export const signupFieldsOf = (items: readonly SignupItem[], language: string): SignupField[] =>
  withPassword(items.filter(({ visible }) => visible)).flatMap((item) =>
    fieldsOf(item, language).map((name) => ({
      name,
      isRequired: item.required || always.includes(name),
      rule: item.rule,
    })),
  );

/** The fields of one item that is asked after sign-in. All of them are needed. */
export const promptedFieldsOf = (item: SignupItem, language: string): SignupField[] =>
  fieldsOf(item, language).map((name) => ({ name, isRequired: true, rule: item.rule }));
