import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { hasOuterBlank, shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { Refusal } from '../../core/errors.ts';
import { isCommonPassword } from './passwords/common-passwords.ts';
import { hashPassword, isWeak, refuseTooLong } from './passwords/passwords.ts';

export type PasswordRules = Pick<Organization, 'refuseWeakPasswords' | 'passwordLength'>;

export const passwordTooShort = (rules: PasswordRules) =>
  new Refusal('password-too-short', { limit: shortestPassword(rules) });

/** Checks every new password of a user. */
export function checkPassword(password: string, rules: PasswordRules): void {
  // First, because the other rules read the whole text.
  refuseTooLong(password);
  if (hasOuterBlank(password)) throw new Refusal('password-blank');
  if (password.length < shortestPassword(rules)) throw passwordTooShort(rules);
  if (rules.refuseWeakPasswords && isCommonPassword(password)) throw new Refusal('password-common');
}

type Types = Pick<Organization, 'passwordType'>;

/** Types that a copy of the database reveals are for imported passwords only. New passwords then get argon2id (S33). */
export const typeOfNewPassword = ({ passwordType }: Types) => (isWeak(passwordType) ? 'argon2id' : passwordType);

type PasswordColumns = Pick<User, 'password' | 'passwordSalt' | 'passwordType' | 'passwordChangedTime'>;

/** The columns of a password that somebody uses already, so only its length is limited. */
export async function usedPasswordColumns(
  password: string,
  organization: Types & Pick<Organization, 'name'>,
  now: Date,
): Promise<PasswordColumns> {
  refuseTooLong(password);
  const type = typeOfNewPassword(organization);
  const hashed = await hashPassword({ organization: organization.name, type, password });
  return { ...hashed, passwordChangedTime: now.toISOString() };
}

/** The columns of a password. Without a password, all are empty. */
export async function passwordColumns(
  password: string,
  organization: Types & PasswordRules & Pick<Organization, 'name'>,
  now: Date,
): Promise<PasswordColumns> {
  if (!password) return { password: '', passwordSalt: '', passwordType: '', passwordChangedTime: '' };
  checkPassword(password, organization);
  return usedPasswordColumns(password, organization, now);
}
