import type { ExportedUser } from './contract.ts';

type Digest = NonNullable<ExportedUser['digest']>;

/** A digest of Argon2 or PBKDF2 with its parts. Salt and digest are in base64 with padding. */
export type DigestForm =
  | { type: 'argon2'; variant: string; memory: string; passes: string; lanes: string; salt: string; hash: string }
  | { type: 'pbkdf2'; algorithm: 'sha1' | 'sha256' | 'sha512'; rounds: number; salt: string; hash: string };

const padded = (base64: string) => Buffer.from(base64, 'base64').toString('base64');

const argon2 = /^\$argon2(id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const pbkdf2 = /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d+)\$([^$]+)\$([^$]+)$/;

/** The rounds of `pbkdf2-salt`, which does not name its own. */
const fixedRounds = 27_500;

/** The parts of a stored password, or undefined for types that have none. */
export function formOf({ passwordType, password, passwordSalt }: Digest): DigestForm | undefined {
  if (passwordType === 'pbkdf2-salt') {
    const parts = { salt: padded(passwordSalt), hash: padded(password) };
    return { type: 'pbkdf2', algorithm: 'sha256', rounds: fixedRounds, ...parts };
  }
  if (passwordType === 'pbkdf2') {
    const [, algorithm, rounds, salt = '', hash = ''] = pbkdf2.exec(password) ?? [];
    const parts = { rounds: Number(rounds), salt: padded(salt), hash: padded(hash) };
    return algorithm ? { type: 'pbkdf2', algorithm: algorithm as 'sha256', ...parts } : undefined;
  }
  const [, variant, memory = '', passes = '', lanes = '', salt = '', hash = ''] = argon2.exec(password) ?? [];
  return variant
    ? { type: 'argon2', variant, memory, passes, lanes, salt: padded(salt), hash: padded(hash) }
    : undefined;
}
