import { createHash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { passwordTypes } from '@doorwright/crds/kinds/organization.ts';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt';

/** The types of an organization, and `pbkdf2` for imported digests that name their own parameters. */
export type PasswordType = (typeof passwordTypes)[number] | 'pbkdf2';

export interface Salts {
  /** Empty if the user has none of their own. */
  user: string;
  organization: string;
}

export interface Scheme {
  /** The scheme ignores further bytes, so a longer password would match by its beginning. */
  mostBytes?: number;
  /** Each user has their own salt, stored beside the digest. */
  userSalt: boolean;
  hash: (password: string, salts: Salts) => Promise<string>;
  verify: (stored: string, password: string, salts: Salts) => Promise<boolean>;
}

const hex = (algorithm: 'sha256' | 'md5', text: string) => createHash(algorithm).update(text).digest('hex');

/** Compares in constant time. */
function isEqual(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** A scheme that gives the same digest each time, so verification computes it again. */
const repeatable = (userSalt: boolean, hash: Scheme['hash']): Scheme => ({
  userSalt,
  hash,
  verify: async (stored, password, salts) => isEqual(stored, await hash(password, salts)),
});

function salted(password: string, salt: string): string {
  const digest = hex('sha256', password);
  return salt ? hex('sha256', digest + salt) : digest;
}

export const derive = promisify(pbkdf2);

/** The form of Keycloak: 27,500 rounds, 64 bytes. */
const pbkdf2Salt = async (password: string, { user }: Salts) =>
  (await derive(password, Buffer.from(user, 'base64'), 27_500, 64, 'sha256')).toString('base64');

/** A digest of PBKDF2 as text: `$pbkdf2-sha256$i=27500$salt$digest`, in base64. Imports have this form. */
export const pbkdf2Form =
  /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d{1,7})\$([A-Za-z0-9+/]{2,344}={0,2})\$([A-Za-z0-9+/]{27,172}={0,2})$/;

/** Computes a digest with the parameters of this one. */
async function pbkdf2Like(stored: string, password: string): Promise<string> {
  const [, algorithm = '', iterations, salt = '', digest = ''] = pbkdf2Form.exec(stored) ?? [];
  const length = Buffer.from(digest, 'base64').length;
  const made = await derive(password, Buffer.from(salt, 'base64'), Number(iterations), length, algorithm);
  return `$pbkdf2-${algorithm}$i=${iterations}$${salt}$${made.toString('base64')}`;
}

/**
 * The second choice of OWASP. It resists guesses as well as Casdoor 2022's 64 MiB with one pass, with a ninth of
 * the memory.
 */
export const argon2Cost = { memoryCost: 7168, timeCost: 5, parallelism: 1 };

export const bcryptRounds = 10;

/** The exact stored form of each type in the specification, because users are imported from older systems. */
export const schemes: Record<PasswordType, Scheme> = {
  plain: repeatable(false, async (password) => password),
  salt: {
    userSalt: false,
    hash: async (password, { organization }) => salted(password, organization),
    // A user who came from elsewhere has the salt of before. Older rows have salts that their digests never used.
    verify: async (stored, password, { user, organization }) =>
      (user !== '' && isEqual(stored, salted(password, user))) || isEqual(stored, salted(password, organization)),
  },
  'md5-salt': repeatable(true, async (password, { user }) => {
    const digest = hex('md5', password);
    return user ? hex('md5', digest + user) : digest;
  }),
  bcrypt: {
    mostBytes: 72,
    userSalt: false,
    // The prefix of Casdoor 2022. For digests made here, 2b would mean the same.
    hash: (password) => bcryptHash(password, { cost: bcryptRounds, version: '2a' }),
    verify: (stored, password) => bcryptVerify(password, stored),
  },
  'pbkdf2-salt': repeatable(true, pbkdf2Salt),
  pbkdf2: {
    userSalt: false,
    // Only imports have this type. The parameters are those of pbkdf2-salt.
    hash: async (password) => {
      const salt = randomBytes(16).toString('base64');
      return `$pbkdf2-sha256$i=27500$${salt}$${await pbkdf2Salt(password, { user: salt, organization: '' })}`;
    },
    verify: async (stored, password) => isEqual(stored, await pbkdf2Like(stored, password)),
  },
  argon2id: {
    userSalt: false,
    hash: (password) => argon2Hash(password, argon2Cost),
    // The stored text contains its cost, so foreign digests verify too.
    verify: (stored, password) => argon2Verify(stored, password),
  },
};
