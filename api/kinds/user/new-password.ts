import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { Refusal } from '../../core/errors.ts';
import { isCommonPassword } from './passwords/common-passwords.ts';
import { hashPassword, refuseTooLong } from './passwords/passwords.ts';

export type PasswordRules = Pick<Organization, 'refuseWeakPasswords'>;

export const tooShort = (rules: PasswordRules) => new Refusal('password-too-short', { limit: shortestPassword(rules) });

/**
 * The one gate for new passwords of people: what may not become one is refused. Blanks within are the words of a pass
 * phrase; at an end they are a slip.
 */
export function checkPassword(password: string, rules: PasswordRules): void {
  // First of all: the rules below read the whole text.
  refuseTooLong(password);
  if (/^\s|\s$/.test(password)) throw new Refusal('password-blank');
  if (password.length < shortestPassword(rules)) throw tooShort(rules);
  if (rules.refuseWeakPasswords && isCommonPassword(password)) throw new Refusal('password-common');
}

type Types = Pick<Organization, 'passwordType' | 'passwordSalt'>;

/** S33: a type that would store new passwords readable or without salt is for imported ones alone. */
export const typeForNew = ({ passwordType, passwordSalt }: Types) =>
  passwordType === 'plain' || (passwordType === 'salt' && !passwordSalt) ? 'argon2id' : passwordType;

/** The three columns of a user that hold a password; without one nobody can sign in with it. */
export async function passwordColumns(
  password: string,
  organization: Types & PasswordRules & Pick<Organization, 'name'>,
): Promise<{ password: string; passwordSalt: string; passwordType: string }> {
  if (!password) return { password: '', passwordSalt: '', passwordType: '' };
  checkPassword(password, organization);
  const { name, passwordSalt } = organization;
  return hashPassword({ whose: name, type: typeForNew(organization), password, organizationSalt: passwordSalt });
}
