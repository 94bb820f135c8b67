import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../core/callers.ts';
import { type Cost, defaultArgon2, inspectDigest, paidCosts } from '../../kinds/user/passwords/digest-costs.ts';
import { type PasswordType, spendTimeOfChecks, verifyPassword } from '../../kinds/user/passwords/passwords.ts';

/** Rows of older imports do not say how their password was made; their organization does. */
export const passwordTypeOf = (user: User, organization: Pick<Organization, 'passwordType'>) =>
  (user.passwordType || organization.passwordType) as PasswordType;

export const isOwnPassword = (password: string, user: User, organization: Organization): Promise<boolean> =>
  verifyPassword({
    organization: organization.name,
    type: passwordTypeOf(user, organization),
    stored: user.password,
    password,
    userSalt: user.passwordSalt,
    organizationSalt: organization.passwordSalt,
  });

/** What the check of somebody's own password costs; nothing where there is nobody, no password, or one that is quick to check. */
function ownCost(user: User | undefined, organization: Organization): Cost | undefined {
  if (!user?.password) return;
  const judged = inspectDigest(passwordTypeOf(user, organization), user.password);
  return judged?.isBounded ? judged.cost : undefined;
}

/** The costs of an organization's digests besides that of its new ones. */
export type CostsOf = (organization: string) => Promise<readonly Cost[]>;

/**
 * Is this the password of the user, if there is one? No takes the same work whoever is meant, somebody or nobody (S25): each cost
 * that a digest of the organization has is paid once, by the user's own digest or by one like it. Yes tells of the user anyway.
 */
async function isRight(
  password: string,
  user: User | undefined,
  organization: Organization | undefined,
  costsOf: CostsOf,
): Promise<boolean> {
  if (!organization) {
    await spendTimeOfChecks(password, [defaultArgon2]);
    return false;
  }
  const hasDigest = user && inspectDigest(passwordTypeOf(user, organization), user.password)?.isBounded;
  if (hasDigest && (await isOwnPassword(password, user, organization))) return true;
  const costs = paidCosts(organization.passwordType, await costsOf(organization.name));
  const paid = ownCost(user, organization);
  // A cost beyond the limit takes the place of another, so that every wrong password pays equally many.
  if (paid) costs.delete(costs.has(paid) ? paid : ([...costs].at(-1) ?? paid));
  await spendTimeOfChecks(password, costs, organization.name);
  return false;
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
  costsOf: CostsOf,
): Promise<'own' | 'master' | undefined> {
  if (await isRight(password, user, organization, costsOf)) return 'own';
  if (!organization?.masterPassword) return;
  const master = { type: 'argon2id', stored: organization.masterPassword } as const;
  const isMaster = await verifyPassword({ organization: organization.name, ...master, password });
  return isMaster && !isMasterLocked && user && !isGlobal(user) ? 'master' : undefined;
}
