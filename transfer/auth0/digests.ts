import type { ImportedObject } from '../contract.ts';
import { isObject, type UserRecord } from './records.ts';

export type Digest = NonNullable<ImportedObject['digest']>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
const argon2 = /^\$argon2(?:id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
const pbkdf2 = /^\$pbkdf2-(sha1|sha256|sha512)\$i=(\d+)(?:,l=\d+)?\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)$/;

export const bcryptDigest = (password: string): Digest | undefined =>
  bcrypt.test(password) ? { passwordType: 'bcrypt', password, passwordSalt: '' } : undefined;

function argon2Digest(password: string): Digest | undefined {
  return argon2.test(password) ? { passwordType: 'argon2id', password, passwordSalt: '' } : undefined;
}

/** The length of the digest is also the length of its text, so the parameter `l` says nothing new. */
function pbkdf2Digest(text: string): Digest | undefined {
  const [, algorithm, rounds, salt, digest] = text.match(pbkdf2) ?? [];
  if (!digest) return;
  return { passwordType: 'pbkdf2', password: `$pbkdf2-${algorithm}$i=${rounds}$${salt}$${digest}`, passwordSalt: '' };
}

const forms: Readonly<Record<string, (text: string) => Digest | undefined>> = {
  bcrypt: bcryptDigest,
  argon2: argon2Digest,
  pbkdf2: pbkdf2Digest,
};

export interface Password {
  digest?: Digest | undefined;
  /** The password is there, and cannot be taken. */
  lost?: string;
}

/** The digest in the form of a bulk import, which names its algorithm. */
function customDigest(custom: UserRecord): Password {
  const algorithm = textOf(custom.algorithm);
  const value = isObject(custom.hash) ? textOf(custom.hash.value) : '';
  const digest = forms[algorithm]?.(value);
  return digest ? { digest } : { lost: `${algorithm || 'unnamed'} digest in a form that cannot be checked here` };
}

/** The password of a user: from the file of support, or from the form of a bulk import. */
export function passwordOf(record: UserRecord): Password {
  if (isObject(record.custom_password_hash)) return customDigest(record.custom_password_hash);
  const hash = textOf(record.passwordHash) || textOf(record.password_hash);
  if (hash === '') return {};
  const digest = bcryptDigest(hash);
  return digest ? { digest } : { lost: 'digest that is no bcrypt' };
}

/** The id of the user of a digest. Users with an id of their own have it as `alt_id`. */
export function ownerOfDigest(record: UserRecord): string {
  const own = textOf(record.alt_id) || (isObject(record._id) ? textOf(record._id.$oid) : '');
  return `auth0|${own}`;
}
