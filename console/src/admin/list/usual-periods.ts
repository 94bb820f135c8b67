import type { Translate } from '../words/translate.ts';
import { type DateRange, lastDays, yesterday } from './date-range.ts';

interface Period {
  key: string;
  title: string;
  range: DateRange;
}

/** Periods that people ask for most. */
export const usualPeriods = (t: Translate): readonly Period[] => [
  { key: 'today', title: t('dates.today'), range: lastDays(1) },
  { key: 'yesterday', title: t('dates.yesterday'), range: yesterday() },
  ...[7, 30, 90].map((count) => ({ key: String(count), title: t('dates.last', { count }), range: lastDays(count) })),
];
