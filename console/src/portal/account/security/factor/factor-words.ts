import type { Word } from '../../../words.ts';

interface FactorWords {
  type: string;
  name: Word;
  add: Word;
}

/** The words for second factors that a user sets up in this panel, the strongest first. */
export const words: readonly FactorWords[] = [
  { type: 'totp', name: 'factorApp', add: 'factorAddApp' },
  { type: 'email', name: 'factorByEmail', add: 'factorAddEmail' },
  { type: 'phone', name: 'factorByPhone', add: 'factorAddPhone' },
];
