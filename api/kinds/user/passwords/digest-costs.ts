import { hash as argon2Hash } from '@node-rs/argon2';
import { hash as bcryptHash } from '@node-rs/bcrypt';
import { argon2Cost, bcryptRounds, derive, type PasswordType, pbkdf2Form, schemes } from './password-types.ts';

/**
 * The work of checking a digest, as a text: `argon2id 7168 5 1` (KiB, passes, lanes), `bcrypt 10`, `pbkdf2`
 * or `pbkdf2 sha512 210000 64` (algorithm, rounds, bytes).
 * Digests that are checked in no time have no cost.
 */
export type Cost = string;

const argon2Text = (memoryKiB: number, passes: number, lanes: number): Cost =>
  `argon2id ${memoryKiB} ${passes} ${lanes}`;
export const defaultArgon2 = argon2Text(argon2Cost.memoryCost, argon2Cost.timeCost, argon2Cost.parallelism);

/**
 * The limits of a digest's cost: eight times ours. That includes the defaults of common libraries: PHP has 64 MiB
 * and 4 passes, bcrypt 10 to 13.
 */
export const costLimits = { memoryMiB: 128, mebibytesPassed: 256, lanes: 8, bcrypt: 13, pbkdf2: 1_300_000 };

/** The most different costs in an organization, including those of new passwords. A wrong password there pays each of them. */
export const mostCosts = 4;

const forms: Record<PasswordType, RegExp> = {
  plain: /./,
  salt: /^[0-9a-f]{64}$/,
  'md5-salt': /^[0-9a-f]{32}$/,
  bcrypt: /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/,
  'pbkdf2-salt': /^[A-Za-z0-9+/]{86}==$/,
  pbkdf2: pbkdf2Form,
  // A digest of Keycloak can also be argon2i or argon2d. Its text names the variant.
  argon2id:
    /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,4}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,128}$/,
};

interface DigestInspection {
  isBounded: boolean;
  cost: Cost | undefined;
}

/** The bytes that one block of each hash gives. Each further block repeats all rounds. */
const blockBytes = { sha1: 20, sha256: 32, sha512: 64 };

function inspectPbkdf2([, algorithm = 'sha256', rounds, , digest = '']: RegExpExecArray): DigestInspection {
  const bytes = Buffer.from(digest, 'base64').length;
  const blocks = Math.ceil(bytes / blockBytes[algorithm as keyof typeof blockBytes]);
  const isBounded = Number(rounds) > 0 && Number(rounds) * blocks <= costLimits.pbkdf2;
  return { isBounded, cost: `pbkdf2 ${algorithm} ${Number(rounds)} ${bytes}` };
}

/** The cost of a digest, or undefined if the text is no digest of this type. */
export function inspectDigest(type: PasswordType, text: string): DigestInspection | undefined {
  const found = forms[type].exec(text);
  if (!found) return;
  if (type === 'pbkdf2') return inspectPbkdf2(found);
  const [first = 0, second = 0, third = 0] = found.slice(1).map(Number);
  if (type === 'bcrypt') return { isBounded: first >= 4 && first <= costLimits.bcrypt, cost: `bcrypt ${first}` };
  if (type === 'argon2id') {
    const isBounded =
      first <= costLimits.memoryMiB * 1024 &&
      first * second <= costLimits.mebibytesPassed * 1024 &&
      third <= costLimits.lanes &&
      Math.min(first, second, third) > 0;
    return { isBounded, cost: argon2Text(first, second, third) };
  }
  return { isBounded: true, cost: type === 'pbkdf2-salt' ? 'pbkdf2' : undefined };
}

/** The cost of checking a new password of this type. For a quick type, it is the argon2id that is computed in addition. */
export function costOfType(type: PasswordType): Cost {
  if (type === 'bcrypt') return `bcrypt ${bcryptRounds}`;
  return type === 'pbkdf2-salt' || type === 'pbkdf2' ? 'pbkdf2' : defaultArgon2;
}

/** The costs of an organization's new passwords. They always count, so imported digests leave room for them. */
export const ownCosts = (type: PasswordType): Set<Cost> => new Set([costOfType(type), defaultArgon2]);

/**
 * The costs that a wrong password pays. Organizations from before the limit can have more; there, the most frequent ones count.
 */
export const paidCosts = (type: PasswordType, imported: readonly Cost[]): Set<Cost> =>
  new Set([...new Set([costOfType(type), ...imported])].slice(0, mostCosts));

/** Does as much work as checking a digest of this cost. */
export async function spendCost(cost: Cost, password: string): Promise<void> {
  if (cost.startsWith('pbkdf2 ')) {
    const [, algorithm = '', rounds, bytes] = cost.split(' ');
    await derive(password, Buffer.alloc(16), Number(rounds), Number(bytes), algorithm);
    return;
  }
  const [scheme, ...numbers] = cost.split(' ');
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  if (scheme === 'bcrypt') await bcryptHash(Buffer.from(password).subarray(0, 72), { cost: first, version: '2a' });
  else if (scheme === 'pbkdf2') await schemes['pbkdf2-salt'].hash(password, { user: 'c2FsdA==', organization: '' });
  else await argon2Hash(password, { memoryCost: first, timeCost: second, parallelism: third });
}
