import type { Language } from '@doorwright/locales';
import { chooseLanguage, rememberLanguage } from '../../words/language.ts';
import { loadOtherWords } from '../words.ts';

let redraw: (() => void) | undefined;

/** The page can be drawn again as it stands: with what was typed, how far one has come, and the focus. */
export function redrawnBy(draw: () => void): void {
  redraw = draw;
}

/** Has somebody typed, chosen or sent something here, that a page which is loaded anew would have forgotten? */
let hasBegun = false;
const begin = ({ target }: Event) => {
  hasBegun ||= !(target as Element).closest('footer');
};
for (const what of ['input', 'submit']) addEventListener(what, begin, true);

/** Goes on in another language: the page is loaded anew, unless that would lose what somebody has begun. */
export async function speak(language: Language): Promise<void> {
  if (!redraw || !hasBegun) return chooseLanguage(language);
  if (!(await loadOtherWords(language))) return;
  rememberLanguage(language);
  document.documentElement.lang = language;
  redraw();
}
