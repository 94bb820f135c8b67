import i18next from 'i18next';

/** The names of what a page leaves out of its HTML, in a sentence. Empty if that is nothing. */
export function removedText(removed: readonly string[]): string {
  const names = new Intl.ListFormat(i18next.language, { type: 'unit' }).format(removed);
  return names && i18next.t('application.htmlRemoved', { ns: 'editor', names });
}
