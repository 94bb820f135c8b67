import type { ExportedUser } from './contract.ts';
import { formOf } from './digest-forms.ts';

type Digest = NonNullable<ExportedUser['digest']>;

const bcrypt = /^\$2[aby]\$(\d\d)\$(.{53})$/;

/** Auth0 takes digests of bcrypt with this cost in a field of their own. */
const usualCost = '10';

/** The text form of password hashing (PHC) writes base64 without padding. */
const unpadded = (base64: string) => base64.replace(/=+$/, '');

const custom = (algorithm: string, value: string, encoding = 'utf8') => ({
  custom_password_hash: { algorithm, hash: { value, encoding } },
});

function ofBcrypt(text: string): object | undefined {
  const [, cost, rest] = bcrypt.exec(text) ?? [];
  if (!rest) return;
  // The prefixes differ by a bug of 2011 in one program. Auth0 knows 2a and 2b.
  const value = text.startsWith('$2y$') ? `$2b$${cost}$${rest}` : text;
  return cost === usualCost ? { password_hash: value } : custom('bcrypt', value);
}

/**
 * A stored password in the schema of Auth0's bulk import, or undefined for a type that it does not take:
 * https://auth0.com/docs/manage-users/user-migration/bulk-user-import-database-schema-and-examples, read on 2026-11-29.
 */
export function auth0Password(digest: Digest): object | undefined {
  const { passwordType, password, passwordSalt } = digest;
  if (passwordType === 'bcrypt') return ofBcrypt(password);
  // With a salt, the type hashes twice, which Auth0 cannot.
  if (passwordType === 'md5-salt') return passwordSalt ? undefined : custom('md5', password, 'hex');
  const form = formOf(digest);
  if (form?.type === 'argon2') return custom('argon2', password);
  if (form?.type !== 'pbkdf2') return;
  const length = Buffer.from(form.hash, 'base64').length;
  const text = `$pbkdf2-${form.algorithm}$i=${form.rounds},l=${length}$${unpadded(form.salt)}$${unpadded(form.hash)}`;
  return custom('pbkdf2', text);
}
