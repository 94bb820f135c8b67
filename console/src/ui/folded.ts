import type { TFunction } from 'i18next';

/** The translated text for the labels that a label group hides. */
export const folded = (t: TFunction, count: number, shown: number) => ({
  numLabels: shown,
  collapsedText: t('console:more', { count: count - shown }),
  expandedText: t('console:less'),
});
