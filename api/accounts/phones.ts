import { isPhone, plainPhone } from '@doorwright/crds/models/written-forms.ts';

/** Calling codes of the countries within which a 0 is dialled before a number (ITU-T E.164, as of November 2026). */
const codesWithZero =
  `20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98
211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261 262 263 264 265 291 353 355 358 359 370 373 374 377
380 381 382 383 385 386 387 389 421 423 508 590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970
971 972 976 977 994 995 996`.split(/\s+/);

interface Trunk {
  prefix: string;
  /** The number after it, where only its length tells that one stands before it. */
  rest?: RegExp;
}

const zero: Trunk = { prefix: '0' };

/** Of other countries, such as Italy, every digit that is written is a part of the number. */
const trunks = new Map<string, Trunk>([
  ...codesWithZero.map((code) => [code, zero] as const),
  ['1', { prefix: '1', rest: /^\d{10}$/ }],
  ['7', { prefix: '8', rest: /^\d{10}$/ }],
  ['36', { prefix: '06' }],
  ['375', { prefix: '80', rest: /^\d{9}$/ }],
]);

/** The number that somebody means, who may have written it as it is dialled within its country: without what is no part of it. */
export function phoneMeant(text: string, callingCode: string): string {
  const plain = plainPhone(text, callingCode);
  const { prefix, rest = /./ } = trunks.get(callingCode) ?? { prefix: '' };
  const after = plain.slice(prefix.length);
  return plain.startsWith(prefix) && rest.test(after) ? after : plain;
}

/** Dashes stand in names too. */
const isNumber = (text: string) => /^\d+$|[+\s()]/.test(text);

/**
 * How the number may be stored that somebody calls himself by, if it is one: what was not typed into our pages may stand as
 * it is dialled.
 */
export function phonesMeant(text: string, callingCode: string): string[] {
  const meant = phoneMeant(text, callingCode);
  if (!isNumber(text) || !isPhone(meant, callingCode)) return [];
  const { prefix = '' } = trunks.get(callingCode) ?? {};
  return prefix ? [meant, `${prefix}${meant}`] : [meant];
}
