import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Refusal } from '../http/errors.ts';
import { createWorkQueue } from '../work-queue.ts';
import { type PasswordType, type Salts, schemes } from './password-types.ts';

export type { PasswordType } from './password-types.ts';

/** Longer ones are refused before anything is computed: nobody's password, but a way to keep a server busy. */
export const longestPasswordBytes = 1024;

// Hashing happens in threads of the pool below the event loop; the queue keeps them from being asked for more than they give.
const queued = createWorkQueue({ atOnce: availableParallelism(), waiting: 500 });

export interface StoredPassword {
  password: string;
  passwordSalt: string;
  passwordType: PasswordType;
}

interface NewPassword {
  type: PasswordType;
  password: string;
  organizationSalt?: string;
}

function refuseTooLong(password: string, limit = longestPasswordBytes): void {
  if (Buffer.byteLength(password) > limit) throw new Refusal('password-too-long', { limit });
}

/** The stored form of a new password, with a fresh salt where the type has one for each user. */
export async function hashPassword({ type, password, organizationSalt = '' }: NewPassword): Promise<StoredPassword> {
  const scheme = schemes[type];
  refuseTooLong(password, scheme.mostBytes);
  const passwordSalt = scheme.userSalt ? randomBytes(16).toString('base64') : '';
  const salts: Salts = { user: passwordSalt, organization: organizationSalt };
  return { password: await queued(() => scheme.hash(password, salts)), passwordSalt, passwordType: type };
}

interface Check {
  type: PasswordType;
  stored: string;
  password: string;
  userSalt?: string;
  organizationSalt?: string;
}

/** Is this the password? An account without one has none that is right. */
export async function verifyPassword({
  type,
  stored,
  password,
  userSalt = '',
  organizationSalt = '',
}: Check): Promise<boolean> {
  refuseTooLong(password);
  if (!stored || !password) {
    await spendTime(password, type);
    return false;
  }
  // What cannot be read as a digest of its type was not made from this password.
  return queued(() =>
    schemes[type].verify(stored, password, { user: userSalt, organization: organizationSalt }).catch(() => false),
  );
}

/** Digests of nobody's password, each made when it is first needed. */
const decoys = new Map<PasswordType, Promise<string>>();
const noSalts: Salts = { user: '', organization: '' };

function decoyOf(type: PasswordType): Promise<string> {
  const known = decoys.get(type);
  if (known) return known;
  const made = schemes[type].hash(randomBytes(16).toString('hex'), noSalts);
  decoys.set(type, made);
  return made;
}

/**
 * Takes as long as checking a password of this type does, for names that nobody has: the time then tells nothing. The
 * weak types are checked in no time, so those who have one wait as if theirs were argon2id.
 */
export async function spendTime(password: string, type: PasswordType = 'argon2id'): Promise<void> {
  refuseTooLong(password);
  const like = isWeak(type) ? 'argon2id' : type;
  const digest = await decoyOf(like);
  await queued(() => schemes[like].verify(digest, password || ' ', noSalts));
}

/** Types that are stored anew at the next sign-in, where the organization says so. */
export const isWeak = (type: PasswordType): boolean => type === 'plain' || type === 'salt' || type === 'md5-salt';
