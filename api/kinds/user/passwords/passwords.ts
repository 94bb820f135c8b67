import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Refusal } from '../../../core/errors.ts';
import { createRoundRobinQueue } from '../../../core/work/round-robin-queue.ts';
import { type Cost, costOfType, inspectDigest, spendCost } from './digest-costs.ts';
import { type PasswordType, type Salts, schemes } from './password-types.ts';

export type { PasswordType } from './password-types.ts';

/** Longer texts are refused before any work. Nobody has such a password, but it would keep a server busy. */
export const longestPasswordBytes = 1024;

// Hashing runs in a thread pool. The queue limits it, and organizations take turns: sign-ins of one never wait for
// all those of another.
const queued = createRoundRobinQueue({ atOnce: availableParallelism(), waiting: 500 });

export interface StoredPassword {
  password: string;
  passwordSalt: string;
  passwordType: PasswordType;
}

interface NewPassword {
  /** The work waits in the queue of this organization. */
  organization?: string;
  type: PasswordType;
  password: string;
}

export function refuseTooLong(password: string, limit = longestPasswordBytes): void {
  if (Buffer.byteLength(password) > limit) throw new Refusal('password-too-long', { limit });
}

/** Hashes a new password. If its type uses a salt for each user, the salt is new. */
export async function hashPassword({ organization = '', type, password }: NewPassword): Promise<StoredPassword> {
  const scheme = schemes[type];
  refuseTooLong(password, scheme.mostBytes);
  const passwordSalt = scheme.userSalt ? randomBytes(16).toString('base64') : '';
  const salts: Salts = { user: passwordSalt, organization: '' };
  return { password: await queued(organization, () => scheme.hash(password, salts)), passwordSalt, passwordType: type };
}

interface Check {
  organization?: string;
  type: PasswordType;
  stored: string;
  password: string;
  userSalt?: string;
  organizationSalt?: string;
}

/** Tells whether the password is correct. An account without a password accepts none. */
export async function verifyPassword({
  organization = '',
  type,
  stored,
  password,
  userSalt = '',
  organizationSalt = '',
}: Check): Promise<boolean> {
  refuseTooLong(password);
  // A text that is no digest of its type matches no password. A digest beyond the limits is never computed.
  if (!password || !inspectDigest(type, stored)?.isBounded) {
    await spendTimeOfChecks(password, [costOfType(type)], organization);
    return false;
  }
  return queued(organization, () =>
    schemes[type].verify(stored, password, { user: userSalt, organization: organizationSalt }).catch(() => false),
  );
}

/** Does as much work as checking digests of these costs, one after the other. For unknown names. */
export async function spendTimeOfChecks(password: string, costs: Iterable<Cost>, organization = ''): Promise<void> {
  refuseTooLong(password);
  for (const cost of costs) await queued(organization, () => spendCost(cost, password || ' '));
}

/** Types that are replaced at the next sign-in if the organization wants it: weak ones, and those of imports only. */
export const isWeak = (type: PasswordType): boolean => ['plain', 'salt', 'md5-salt', 'pbkdf2'].includes(type);
