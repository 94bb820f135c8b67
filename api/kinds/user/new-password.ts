import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { Refusal } from '../../core/errors.ts';
import { isCommonPassword } from './passwords/common-passwords.ts';
import { hashPassword, refuseTooLong } from './passwords/passwords.ts';

export type PasswordRules = Pick<Organization, 'refuseWeakPasswords' | 'passwordLength'>;

export const passwordTooShort = (rules: PasswordRules) =>
  new Refusal('password-too-short', { limit: shortestPassword(rules) });

/**
 * Checks every new password of a user. Blanks inside a pass phrase are allowed. A blank at either end is a typing
 * error.
 */
export function checkPassword(password: string, rules: PasswordRules): void {
  // First, because the other rules read the whole text.
  refuseTooLong(password);
  if (/^\s|\s$/.test(password)) throw new Refusal('password-blank');
  if (password.length < shortestPassword(rules)) throw passwordTooShort(rules);
  if (rules.refuseWeakPasswords && isCommonPassword(password)) throw new Refusal('password-common');
}

type Types = Pick<Organization, 'passwordType' | 'passwordSalt'>;

/**
 * Types that store readable or unsalted passwords are for imported ones only. New passwords then get argon2id
 * (S33).
 */
export const typeOfNewPassword = ({ passwordType, passwordSalt }: Types) =>
  passwordType === 'plain' || (passwordType === 'salt' && !passwordSalt) ? 'argon2id' : passwordType;

/** The three columns of a password. Without a password, all are empty. */
export async function passwordColumns(
  password: string,
  organization: Types & PasswordRules & Pick<Organization, 'name'>,
): Promise<{ password: string; passwordSalt: string; passwordType: string }> {
  if (!password) return { password: '', passwordSalt: '', passwordType: '' };
  checkPassword(password, organization);
  const { name, passwordSalt } = organization;
  return hashPassword({
    organization: name,
    type: typeOfNewPassword(organization),
    password,
    organizationSalt: passwordSalt,
  });
}

/** The columns of a password that users have chosen themselves, so that nobody else knows it. */
export async function chosenPassword(password: string, organization: Parameters<typeof passwordColumns>[1]) {
  // Users choose passwords without blanks, as in Casdoor 2022. Imports and administrators may use them.
  if (/\s/.test(password)) throw new Refusal('password-blank');
  if (!password) throw passwordTooShort(organization);
  return { ...(await passwordColumns(password, organization)), mustChangePassword: false };
}
