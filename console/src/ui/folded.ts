import type { TFunction } from 'i18next';

/** What a group of labels says of those that it does not show, in the words of the page. */
export const folded = (t: TFunction, count: number, shown: number) => ({
  numLabels: shown,
  collapsedText: t('console:more', { count: count - shown }),
  expandedText: t('console:less'),
});
