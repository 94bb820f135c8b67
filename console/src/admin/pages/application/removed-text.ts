import { language } from '../../words/catalogues.ts';
import { t } from '../../words/translate.ts';

/** The names of what a page leaves out of its HTML, in a sentence. Empty if that is nothing. */
export function removedText(removed: readonly string[]): string {
  const names = new Intl.ListFormat(language, { type: 'unit' }).format(removed);
  return names && t('editor:application.htmlRemoved', { names });
}
