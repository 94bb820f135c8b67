import { t, type Word } from '../words.ts';

/** The browser gave no passkey. It has said why to the person already, or they have closed its window. */
export class PasskeyFailure extends Error {
  readonly word: Word;

  constructor(word: Word) {
    super(t(word));
    this.name = 'PasskeyFailure';
    this.word = word;
  }
}
