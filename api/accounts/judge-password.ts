import type { Organization } from '@doorwright/crds/models/organization.ts';
import type { User } from '@doorwright/crds/models/user.ts';
import { platform } from '../http/callers.ts';
import { isWeak, type PasswordType, spendTime, verifyPassword } from './passwords.ts';

/** Rows of older imports do not say how their password was made; their organization does. */
export const passwordTypeOf = (user: User, organization: Pick<Organization, 'passwordType'>) =>
  (user.passwordType || organization.passwordType) as PasswordType;

export async function isOwnPassword(password: string, user: User, organization: Organization): Promise<boolean> {
  const type = passwordTypeOf(user, organization);
  const isRight = await verifyPassword({
    type,
    stored: user.password,
    password,
    userSalt: user.passwordSalt,
    organizationSalt: organization.passwordSalt,
  });
  // A digest that is quick to compute would tell by its time that there is such a user (S25).
  if (!isRight && user.password && isWeak(type)) await spendTime(password);
  return isRight;
}

const isGlobal = (user: User) => user.isGlobalAdmin || user.owner === platform;

/**
 * Judges a password in the same time whether or not there is a user, and says whose it was (S17, S25). While the way by the master
 * password is locked it takes as long and opens nothing.
 */
export async function judgePassword(
  password: string,
  user: User | undefined,
  organization: Organization | undefined,
  isMasterLocked: boolean,
): Promise<'own' | 'master' | undefined> {
  if (user && organization) {
    if (await isOwnPassword(password, user, organization)) return 'own';
  } else await spendTime(password, organization?.passwordType);
  if (!organization?.masterPassword) return;
  const isMaster = await verifyPassword({ type: 'argon2id', stored: organization.masterPassword, password });
  return isMaster && !isMasterLocked && user && !isGlobal(user) ? 'master' : undefined;
}
