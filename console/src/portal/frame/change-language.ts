import type { Language } from '@doorwright/locales';
import { chooseLanguage, rememberLanguage, setPageLanguage } from '../../shared/language.ts';
import { loadOtherWords } from '../words.ts';

let redraw: (() => void) | undefined;

/** Registers a function that draws the page again and keeps its fields, step and focus. */
export function setRedraw(draw: () => void): void {
  redraw = draw;
}

/** Says whether the visitor has typed, chosen or sent something that a reload would lose. */
let hasBegun = false;
const begin = ({ target }: Event) => {
  hasBegun ||= !(target as Element).closest('footer');
};
for (const what of ['input', 'submit']) addEventListener(what, begin, true);

/** Changes the language. The page is loaded anew, unless that would lose the visitor's input. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!redraw || !hasBegun) return chooseLanguage(language);
  if (!(await loadOtherWords(language))) return;
  rememberLanguage(language);
  setPageLanguage(language);
  redraw();
}
