import { user } from '@doorwright/crds/kinds/user.ts';
import { isRegion } from '@doorwright/crds/options/regions.ts';
import type { SignupItem, SignupItemName } from '@doorwright/crds/options/signup-items.ts';
import {
  isEmail,
  isIdCard,
  isPhoneIn,
  isRealName,
  isUsername,
  type PhoneRules,
} from '@doorwright/crds/values/written-forms.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { checkPassword, type PasswordRules, passwordTooShort } from '../../kinds/user/new-password.ts';
import type { SignupForm } from './form.ts';
import { wrongField } from './refuse-field.ts';

function refuse(code: ErrorCode, field: keyof SignupForm): never {
  throw wrongField(code, field);
}

type Rules = PasswordRules & PhoneRules;

interface Asked {
  form: SignupForm;
  item: SignupItem;
  organization: Rules;
}

/** Requires a value, and checks it if there is one. */
function contact(field: 'email' | 'phone', isRight: (text: string, asked: Asked) => boolean) {
  return (asked: Asked) => {
    const text = asked.form[field];
    if (text === '' && asked.item.required) refuse(`${field}-empty`, field);
    if (text !== '' && !isRight(text, asked)) refuse(`${field}-invalid`, field);
  };
}

function checkUsername({ form: { username } }: Asked): void {
  if (Buffer.byteLength(username) < 2) refuse('username-too-short', 'username');
  if (/\s/.test(username)) refuse('username-blank', 'username');
  if (!isUsername(username)) refuse('username-invalid', 'username');
}

/** The display name of a user who gave a first and a last name. */
export const displayNameOf = ({ firstName, lastName }: Pick<SignupForm, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

function checkDisplayName({ form, item: { rule, required }, organization: { phonePrefix } }: Asked): void {
  // Chinese asks for both in one field.
  if (rule === 'First, last' && (form.firstName || form.lastName || !form.name)) {
    if (!required && !form.firstName && !form.lastName) return;
    if (!form.firstName) refuse('first-name-blank', 'firstName');
    if (!form.lastName) refuse('last-name-blank', 'lastName');
    const max = user.schema.shape.displayName.unwrap().maxLength ?? 0;
    if (displayNameOf(form).length > max) throw invalid([{ field: 'lastName', code: 'too-long', params: { max } }]);
    return;
  }
  if (required && !form.name) refuse('display-name-blank', 'name');
  if (rule === 'Real name' && form.name && !isRealName(form.name, phonePrefix)) refuse('real-name-invalid', 'name');
}

const given =
  (field: 'affiliation' | 'region' | 'idCard', code: ErrorCode) =>
  ({ form, item }: Asked): void => {
    if (item.required && !form[field]) refuse(code, field);
  };

function checkRegion(asked: Asked): void {
  given('region', 'region-blank')(asked);
  if (asked.form.region && !isRegion(asked.form.region)) refuse('region-invalid', 'region');
}

function checkIdCard(asked: Asked): void {
  given('idCard', 'id-card-blank')(asked);
  if (asked.form.idCard && !isIdCard(asked.form.idCard)) refuse('id-card-invalid', 'idCard');
}

function checkConfirm({ form: { password, confirm } }: Asked): void {
  if (confirm !== undefined && confirm !== password) refuse('confirm-differs', 'confirm');
}

/** In the order in which problems are shown. */
const checks: [SignupItemName, (asked: Asked) => void][] = [
  ['Username', checkUsername],
  ['Password', ({ form, organization }) => checkPassword(form.password, organization)],
  ['Confirm password', checkConfirm],
  ['Email', contact('email', isEmail)],
  ['Phone', contact('phone', (phone, { organization }) => isPhoneIn(phone, organization))],
  ['Display name', checkDisplayName],
  ['Affiliation', given('affiliation', 'affiliation-blank')],
  ['Country/Region', checkRegion],
  ['ID card', checkIdCard],
  [
    'Agreement',
    ({ form, item }) => void (item.required && !form.agreement && refuse('agreement-missing', 'agreement')),
  ],
];

/** Refuses the part of a form that one item asks for. */
export function checkItem(asked: Asked): void {
  checks.find(([name]) => name === asked.item.name)?.[1](asked);
}

export type VisibleItem = (name: SignupItemName) => SignupItem | undefined;

/** Refuses a form that does not satisfy the application's signup items. Every form needs a password, or a passkey in its place. */
export function checkForm(form: SignupForm, visible: VisibleItem, organization: Rules, hasPasskey: boolean): void {
  if (!form.password && !hasPasskey) throw passwordTooShort(organization);
  for (const [name, check] of checks) {
    if (hasPasskey && /password/i.test(name)) continue;
    const item = name === 'Password' ? (visible(name) ?? alwaysAsked) : visible(name);
    if (item) check({ form, item, organization });
  }
}

const alwaysAsked: SignupItem = { name: 'Password', visible: true, required: true, prompted: false, rule: 'None' };
