import { plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { phoneSpellings } from './phone-spellings.ts';

/**
 * Lowercases a to z only, as the database index does. Counters and decoys for unknown names must treat spellings
 * as the search for existing users does (S25).
 */
export const toLowerCaseAscii = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The name under which wrong guesses are counted. All spellings of a number or an address are one name. */
export const countedName = (name: string, phonePrefix: string): string =>
  phoneSpellings(name, phonePrefix)[0] ?? toLowerCaseAscii(plainEmail(name));

export const isSameIgnoringCase = (a: string, b: string): boolean => toLowerCaseAscii(a) === toLowerCaseAscii(b);
