import type { CountryRules } from './recipient.ts';
import { hasVat, isVatNumber } from './vat.ts';

/** Letters of any script, with the marks that names have. Some scripts join letters by invisible characters. */
const name = /^\p{L}(?:[\p{L}\p{M}\p{N} .,'’·・-]|\u200c|\u200d){1,99}$/u;
const phone = /^\+?\d[\d ()./-]{3,24}$/;

/** White space alone says nothing. */
const isWritten = (text: string): boolean => text.trim() !== '';

/** The rules of every country but China. Only organizations in countries with a known tax number need one, and an address. */
export const elsewhere = (country: string): CountryRules => ({
  isName: (text) => name.test(text),
  isIdCard: () => true,
  isPhone: (text) => text === '' || phone.test(text),
  isTitle: isWritten,
  isTaxId: (text) => !hasVat(country) || isVatNumber(country, text),
  isAddress: (text) => !hasVat(country) || isWritten(text),
});
