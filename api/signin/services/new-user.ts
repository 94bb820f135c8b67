import { randomBytes } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { user as userKind } from '@doorwright/crds/kinds/user.ts';
import { isRegion } from '@doorwright/crds/options/regions.ts';
import type { SignupItemName } from '@doorwright/crds/options/signup-items.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { isEmail, isPhoneIn, isUsername, type PhoneRules, plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { storedNumber } from '../../kinds/user/phone-spellings.ts';
import type { Profile } from '../../providers/oauth/sign-in-service.ts';
import { type Account, isPicture, linkOf } from './links.ts';

const longest = new Map(fieldsOf(userKind).map(({ name, schema }) => [name, schema.maxLength ?? 0]));

/** A text as long as its field allows. A cut may split a surrogate pair, and half of it cannot be stored. */
const cut = (field: string, text: string) => text.trim().slice(0, longest.get(field)).toWellFormed();

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** A user name from the name at the service: the part before an @, with the characters that names may have. */
export function usernameFrom({
  username,
  email,
  displayName,
}: Pick<Profile, 'username' | 'email' | 'displayName'>): string {
  for (const text of [username, email, displayName]) {
    const plain = (text.split('@')[0] ?? '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/\W+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60);
    const name = /^\d/.test(plain) ? `u${plain}` : plain;
    if (name.length >= 2 && isUsername(name)) return name;
  }
  return `user_${suffix()}`;
}

const suffix = () => randomBytes(2).toString('hex');

/** The same name with four more characters, for a name that is taken. */
export const anotherName = (name: string) => `${name}_${suffix()}`;

/** Chinese names have the family name first, without a blank. */
const fullName = ({ firstName, lastName }: Profile): string =>
  /^\p{Script=Han}+$/u.test(firstName + lastName)
    ? lastName + firstName
    : [firstName, lastName].filter(Boolean).join(' ');

/**
 * The fields of the user whom a profile makes. The application's signup items decide which of them count. An address counts only
 * if the service proved it, or if the application needs no proof. A number always needs one.
 */
export function fieldsFrom(
  account: Account,
  { signupItems }: Pick<Application, 'signupItems'>,
  rules: PhoneRules,
): Record<string, unknown> {
  const { profile } = account;
  const visible = (name: SignupItemName) => signupItems.find((item) => item.name === name && item.visible);
  const name = usernameFrom(profile);
  const mayUseEmail = profile.isEmailVerified || visible('Email')?.rule === 'No verification';
  const email = plainEmail(profile.email.trim());
  const phone = storedNumber(profile.phone, rules.phonePrefix);
  const isEmailUsable = visible('Email') !== undefined && mayUseEmail && email.length <= 100 && isEmail(email);
  const { field, id, properties } = linkOf(account);
  const texts = (
    ['affiliation', 'title', 'bio', 'location', 'language', 'gender', 'birthday', 'education'] as const
  ).map((each) => [each, cut(each, profile[each])]);
  return {
    ...Object.fromEntries(texts),
    name,
    displayName: cut('displayName', profile.displayName || fullName(profile)) || name,
    firstName: cut('firstName', profile.firstName),
    lastName: cut('lastName', profile.lastName),
    email: isEmailUsable ? email : '',
    emailVerified: isEmailUsable && profile.isEmailVerified,
    phone: visible('Phone') && profile.isPhoneVerified && isPhoneIn(phone, rules) ? phone : '',
    avatar: isPicture(profile.avatar) ? profile.avatar : '',
    homepage: isWebAddress(profile.homepage) ? cut('homepage', profile.homepage) : '',
    region: isRegion(profile.region.toUpperCase()) ? profile.region.toUpperCase() : '',
    [field]: id,
    properties,
  };
}
