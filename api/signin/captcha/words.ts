import type { Language } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';

/**
 * The answer in words, for a screen reader. The user types the digits. Programs read words easily too, so each
 * network address gets only a few.
 */
export async function inWords(answer: string, language: Language): Promise<string> {
  const say = await textsIn(language, 'authority');
  const words = say('digits').split(' ');
  return [...answer].map((digit) => words[Number(digit)]).join(', ');
}
