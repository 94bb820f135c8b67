import type { Translate } from '../words/translate.ts';

/** The translated text for the labels that a label group hides. */
export const folded = (t: Translate, count: number, shown: number) => ({
  numLabels: shown,
  collapsedText: t('console:more', { count: count - shown }),
  expandedText: t('console:less'),
});
