import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type PasswordType, verifyPassword } from './passwords.ts';

/** A password as it is stored. */
export type Stored = Pick<User, 'password' | 'passwordSalt' | 'passwordType'>;

type Types = Pick<Organization, 'name' | 'passwordType' | 'passwordSalt'>;

/** Rows of older imports do not name the format of their password, so their organization does. */
export const passwordTypeOf = (
  { passwordType }: Pick<Stored, 'passwordType'>,
  organization: Pick<Organization, 'passwordType'>,
) => (passwordType || organization.passwordType) as PasswordType;

/** Tells whether a password is the stored one of a user in this organization. */
export const isOwnPassword = (password: string, stored: Stored, organization: Types): Promise<boolean> =>
  verifyPassword({
    organization: organization.name,
    type: passwordTypeOf(stored, organization),
    stored: stored.password,
    password,
    userSalt: stored.passwordSalt,
    organizationSalt: organization.passwordSalt,
  });
