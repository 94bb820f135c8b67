import { plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { phonesMeant } from './phones.ts';

/**
 * A name or an address without its capitals, of the letters a to z alone, as the index does by which people are found.
 * Whatever is counted or invented for one that nobody has must not differ by what makes no difference where somebody has
 * it (S25).
 */
export const withoutCapitals = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A name that nobody has, as wrong guesses at it are counted: a number and an address are one however they are written. */
export const countedName = (name: string, phonePrefix: string): string =>
  phonesMeant(name, phonePrefix)[0] ?? withoutCapitals(plainEmail(name));

export const isAlike = (a: string, b: string): boolean => withoutCapitals(a) === withoutCapitals(b);
