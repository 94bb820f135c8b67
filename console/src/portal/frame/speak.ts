import type { Language } from '@doorwright/locales';
import { chooseLanguage, rememberLanguage } from '../../words/language.ts';
import { loadOtherWords } from '../words.ts';

let redraw: (() => void) | undefined;

/** The page can be drawn again as it stands: with what was typed, how far one has come, and the focus. */
export function redrawnBy(draw: () => void): void {
  redraw = draw;
}

/** Goes on in another language. What the server refused is all that there is on a page, so that is loaded anew. */
export async function speak(language: Language): Promise<void> {
  if (!redraw) return chooseLanguage(language);
  if (!(await loadOtherWords(language))) return;
  rememberLanguage(language);
  document.documentElement.lang = language;
  redraw();
}
