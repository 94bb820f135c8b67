import type { Organization } from '@doorwright/crds/models/organization.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { Refusal } from '../http/errors.ts';

export const shortestPassword = 6;

/** Refuses what may not become a password. Blanks within are the words of a pass phrase; at an end they are a slip. */
export function checkPassword(password: string): void {
  if (/^\s|\s$/.test(password)) throw new Refusal('password-blank');
  if (password.length < shortestPassword) throw new Refusal('password-too-short', { limit: shortestPassword });
}

type Settings = Pick<Organization, 'passwordType' | 'passwordSalt'>;

/** S33: a type that would store new passwords readable or without salt is for imported ones alone. */
export const typeForNew = ({ passwordType, passwordSalt }: Settings) =>
  passwordType === 'plain' || (passwordType === 'salt' && !passwordSalt) ? 'argon2id' : passwordType;

/** The three columns of a user that hold a password; without one nobody can sign in with it. */
export async function passwordColumns(
  password: string,
  organization: Settings,
): Promise<{ password: string; passwordSalt: string; passwordType: string }> {
  if (!password) return { password: '', passwordSalt: '', passwordType: '' };
  checkPassword(password);
  return hashPassword({ type: typeForNew(organization), password, organizationSalt: organization.passwordSalt });
}
