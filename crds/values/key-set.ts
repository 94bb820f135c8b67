import type { Problem, ProblemCode } from '../problem.ts';

/** A client needs two or three keys at once: the present one, the next one, and one for each algorithm. */
const mostKeys = 20;

/** 2048 bits, the least that signatures of RSA need (RFC 7518, 3.3), in base64url. */
const leastModulus = 342;

/** Members that only private and symmetric keys have (RFC 7518, 6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

const curves: Readonly<Record<string, readonly string[]>> = {
  EC: ['P-256', 'P-384', 'P-521'],
  OKP: ['Ed25519'],
};

type Key = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Key => typeof value === 'object' && value !== null && !Array.isArray(value);

const isWritten = (value: unknown, least = 1): value is string =>
  typeof value === 'string' && value.length >= least && /^[\w-]+$/.test(value);

const isOptionalText = (value: unknown) => value === undefined || (typeof value === 'string' && value !== '');

function isPublicKey(key: Key): boolean {
  if (!['kid', 'alg', 'use'].every((name) => isOptionalText(key[name]))) return false;
  if (key.kty === 'RSA') return isWritten(key.n, leastModulus) && isWritten(key.e);
  const isOnCurve = curves[String(key.kty)]?.includes(String(key.crv)) ?? false;
  return isOnCurve && isWritten(key.x) && (key.kty === 'OKP' || isWritten(key.y));
}

function keysIn(text: string): Key[] | undefined {
  try {
    const { keys } = JSON.parse(text) ?? {};
    return Array.isArray(keys) && keys.every(isObject) ? keys : undefined;
  } catch {
    return;
  }
}

function problemOfKeySet(text: string): ProblemCode | undefined {
  const keys = keysIn(text);
  if (keys?.some((key) => privateMembers.some((name) => name in key))) return 'has-private-keys';
  return keys && keys.length > 0 && keys.length <= mostKeys && keys.every(isPublicKey) ? undefined : 'not-key-set';
}

/** The JSON Web Key Set that people paste: public keys alone, of kinds that clients sign with. */
export const checkKeySet = (jwks: string): Problem[] => {
  const code = jwks === '' ? undefined : problemOfKeySet(jwks);
  return code ? [{ path: 'jwks', code }] : [];
};

/** The keys of a text that `checkKeySet` accepts; none of any other text. */
export const publicKeysIn = (jwks: string): readonly Key[] =>
  jwks && checkKeySet(jwks).length === 0 ? (keysIn(jwks) ?? []) : [];
