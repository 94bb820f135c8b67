import { randomBytes } from 'node:crypto';
import type { FieldProblem } from '../../core/errors.ts';
import { isCommonPassword, shortestRepetition } from '../user/passwords/common-passwords.ts';

/** A random client secret: 160 bits, in the form of Casdoor 2022. */
export const generateSecret = (): string => randomBytes(20).toString('hex');

const fewestHexDigits = 32;
const base64url = /^[\w-]{43}$/;

/**
 * Tells by its form whether a machine made the secret: 128 bits in hex (also a UUID) or 256 bits in base64url.
 * This server, the operator and `openssl rand` write these forms. People's texts have fewer different characters
 * or another form. Nobody guesses such a secret, so a correct one is accepted despite a lock.
 */
export function isGenerated(secret: string): boolean {
  const hex = secret.replaceAll('-', '');
  const different = new Set(secret).size;
  if (/^[0-9a-f]+$/i.test(hex)) return hex.length >= fewestHexDigits && different >= 8;
  return base64url.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && different >= 20;
}

const shortestChosen = 16;

/** Problems of a chosen client secret. Locks slow down guesses only for each address, so the secret must be strong. */
export function chosenSecretProblems(secret: string): Omit<FieldProblem, 'field'>[] {
  if (isGenerated(secret)) return [];
  if (secret.length < shortestChosen) return [{ code: 'too-short', params: { min: shortestChosen } }];
  const repeated = shortestRepetition(secret.toLowerCase());
  return repeated.length < shortestChosen / 2 || isCommonPassword(secret) || isCommonPassword(repeated)
    ? [{ code: 'easily-guessed' }]
    : [];
}
