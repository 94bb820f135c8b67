import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Refusal } from '../../../core/errors.ts';
import { createRoundRobinQueue } from '../../../core/work/round-robin-queue.ts';
import { type Cost, compute, judgeDigest, usualCost } from './digest-costs.ts';
import { type PasswordType, type Salts, schemes } from './password-types.ts';

export type { PasswordType } from './password-types.ts';

/** Longer ones are refused before anything is computed: nobody's password, but a way to keep a server busy. */
export const longestPasswordBytes = 1024;

// Hashing happens in threads of the pool below the event loop; the lines keep them from being asked for more than they give, and
// let organizations take turns: the sign-ins of one never wait for all those of another.
const queued = createRoundRobinQueue({ atOnce: availableParallelism(), waiting: 500 });

export interface StoredPassword {
  password: string;
  passwordSalt: string;
  passwordType: PasswordType;
}

interface NewPassword {
  /** The organization in whose line it waits. */
  whose?: string;
  type: PasswordType;
  password: string;
  organizationSalt?: string;
}

export function refuseTooLong(password: string, limit = longestPasswordBytes): void {
  if (Buffer.byteLength(password) > limit) throw new Refusal('password-too-long', { limit });
}

/** The stored form of a new password, with a fresh salt where the type has one for each user. */
export async function hashPassword({
  whose = '',
  type,
  password,
  organizationSalt = '',
}: NewPassword): Promise<StoredPassword> {
  const scheme = schemes[type];
  refuseTooLong(password, scheme.mostBytes);
  const passwordSalt = scheme.userSalt ? randomBytes(16).toString('base64') : '';
  const salts: Salts = { user: passwordSalt, organization: organizationSalt };
  return { password: await queued(whose, () => scheme.hash(password, salts)), passwordSalt, passwordType: type };
}

interface Check {
  whose?: string;
  type: PasswordType;
  stored: string;
  password: string;
  userSalt?: string;
  organizationSalt?: string;
}

/** Is this the password? An account without one has none that is right. */
export async function verifyPassword({
  whose = '',
  type,
  stored,
  password,
  userSalt = '',
  organizationSalt = '',
}: Check): Promise<boolean> {
  refuseTooLong(password);
  // A text that is no digest of its type was made from no password; one beyond all bounds is not computed for anybody.
  if (!password || !judgeDigest(type, stored)?.isBounded) {
    await spendTime(password, [usualCost(type)], whose);
    return false;
  }
  return queued(whose, () =>
    schemes[type].verify(stored, password, { user: userSalt, organization: organizationSalt }).catch(() => false),
  );
}

/** Computes as much as checking digests of these costs does, one after the other: for names that nobody has. */
export async function spendTime(password: string, costs: Iterable<Cost>, whose = ''): Promise<void> {
  refuseTooLong(password);
  for (const cost of costs) await queued(whose, () => compute(cost, password || ' '));
}

/** Types that are stored anew at the next sign-in, where the organization says so. */
export const isWeak = (type: PasswordType): boolean => type === 'plain' || type === 'salt' || type === 'md5-salt';
