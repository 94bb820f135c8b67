import type { Told } from '../words.ts';

/** The text for an error in our code. The browser's console has the details. */
export function unexpectedError(error: unknown): Told {
  reportError(error);
  return { word: 'unexpected' };
}
