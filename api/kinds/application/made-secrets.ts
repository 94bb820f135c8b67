import { randomBytes } from 'node:crypto';
import type { FieldProblem } from '../../core/errors.ts';
import { isCommonPassword, repeatedIn } from '../user/passwords/common-passwords.ts';

/** A client secret that nobody guesses: 160 bits, in the form that Casdoor 2022 has. */
export const makeSecret = (): string => randomBytes(20).toString('hex');

const fewestHexDigits = 32;
const base64url = /^[\w-]{43}$/;

/**
 * Was this drawn by a machine, by its form? 128 bits in hex, blanks of a UUID aside, or 256 in base64url, as this server, the
 * operator and `openssl rand` write them. A text that people think of has fewer different characters or another form. Nobody
 * guesses such a secret, so a right one needs no protection by a lock.
 */
export function isMade(secret: string): boolean {
  const hex = secret.replaceAll('-', '');
  const different = new Set(secret).size;
  if (/^[0-9a-f]+$/i.test(hex)) return hex.length >= fewestHexDigits && different >= 8;
  return base64url.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && different >= 20;
}

const shortestChosen = 16;

/** What keeps a text from becoming a client secret. Who guesses at one is slowed down only for each address. */
export function chosenSecretProblems(secret: string): Omit<FieldProblem, 'field'>[] {
  if (isMade(secret)) return [];
  if (secret.length < shortestChosen) return [{ code: 'too-short', params: { min: shortestChosen } }];
  const repeated = repeatedIn(secret.toLowerCase());
  return repeated.length < shortestChosen / 2 || isCommonPassword(secret) || isCommonPassword(repeated)
    ? [{ code: 'easily-guessed' }]
    : [];
}
