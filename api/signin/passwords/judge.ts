import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../core/callers.ts';
import { type Cost, defaultArgon2, inspectDigest, paidCosts } from '../../kinds/user/passwords/digest-costs.ts';
import { isOwnPassword, passwordTypeOf } from '../../kinds/user/passwords/own-password.ts';
import { spendTimeOfChecks, verifyPassword } from '../../kinds/user/passwords/passwords.ts';

/** The cost of checking a user's password. A missing user, a missing password and a cheap digest cost nothing. */
function ownCost(user: User | undefined, organization: Organization): Cost | undefined {
  if (!user?.password) return;
  const judged = inspectDigest(passwordTypeOf(user, organization), user.password);
  return judged?.isBounded ? judged.cost : undefined;
}

/** The costs of an organization's digests, apart from the cost of new ones. */
export type CostsOf = (organization: string) => Promise<readonly Cost[]>;

/**
 * Says whether this is the user's password. A "no" takes the same work for every user and for none (S25): it pays
 * each cost among the organization's digests once, by the user's digest or by a similar one. A "yes" reveals the
 * user anyway.
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
  // A cost beyond the limit replaces another one, so that every wrong password pays for the same number.
  if (paid) costs.delete(costs.has(paid) ? paid : ([...costs].at(-1) ?? paid));
  await spendTimeOfChecks(password, costs, organization.name);
  return false;
}

const isGlobal = (user: User) => user.isGlobalAdmin || user.owner === platform;

/**
 * Judges a password in the same time with and without a user, and says whose it is (S17, S25). A locked master
 * password takes as long and opens nothing.
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
