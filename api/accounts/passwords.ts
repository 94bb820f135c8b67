import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Refusal } from '../http/errors.ts';
import { type PasswordType, type Salts, schemes } from './password-types.ts';
import { createWorkQueue } from './work-queue.ts';

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

function refuseTooLong(password: string): void {
  if (Buffer.byteLength(password) > longestPasswordBytes)
    throw new Refusal('password-too-long', { limit: longestPasswordBytes });
}

/** The stored form of a new password, with a fresh salt where the type has one for each user. */
export async function hashPassword({ type, password, organizationSalt = '' }: NewPassword): Promise<StoredPassword> {
  refuseTooLong(password);
  const scheme = schemes[type];
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
    await spendTime(password);
    return false;
  }
  // What cannot be read as a digest of its type was not made from this password.
  return queued(() =>
    schemes[type].verify(stored, password, { user: userSalt, organization: organizationSalt }).catch(() => false),
  );
}

let decoy: Promise<string> | undefined;

/** Takes as long as checking a password does, for names that nobody has: the time then tells nothing. */
export async function spendTime(password: string): Promise<void> {
  refuseTooLong(password);
  decoy ??= schemes.argon2id.hash(randomBytes(16).toString('hex'), { user: '', organization: '' });
  const digest = await decoy;
  await queued(() => schemes.argon2id.verify(digest, password || ' ', { user: '', organization: '' }));
}

/** Types that are stored anew at the next sign-in, where the organization says so. */
export const isWeak = (type: PasswordType): boolean => type === 'plain' || type === 'salt' || type === 'md5-salt';
