import type { Told } from '../words.ts';

/** What a visitor is told of a mistake of ours; what it was stands in the console of his browser. */
export function unexpected(error: unknown): Told {
  reportError(error);
  return { word: 'unexpected' };
}
