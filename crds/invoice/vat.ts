import { vatChecks } from './vat-checks.ts';

/**
 * Forms of VAT numbers without their prefix. Those of the European Union are the list in the questions and answers of VIES
 * (ec.europa.eu/taxation_customs/vies); the others follow gov.uk (VAT notice 700), bfs.admin.ch (UID) and brreg.no.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(?:\d{9}(?:\d{3})?|GD\d{3}|HA\d{3})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[\dA-Z+*]{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

const outsideUnion: ReadonlySet<string> = new Set(['CH', 'GB', 'NO']);

/** Whether the forms of the country's VAT numbers are known here. */
export const hasVat = (country: string): boolean => Object.hasOwn(forms, country);

export const isInUnion = (country: string): boolean => hasVat(country) && !outsideUnion.has(country);

/** Greece has a prefix of its own. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country);

/** The number without separators and without its prefix. */
function bareNumber(country: string, text: string): string {
  const plain = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const prefix = prefixOf(country);
  return plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
}

/** A number of the right form for its country, with or without the prefix. Its check digits are compared where the rule is public. */
export function isVatNumber(country: string, text: string): boolean {
  const bare = bareNumber(country, text);
  return (forms[country]?.test(bare) ?? false) && (vatChecks[country]?.(bare) ?? true);
}

/** The number as invoices have it: `ATU13585627`. */
export const vatNumber = (country: string, text: string): string => prefixOf(country) + bareNumber(country, text);
