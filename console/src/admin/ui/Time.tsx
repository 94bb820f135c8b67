import type { Language } from '@doorwright/locales';
import { exactTime, relativeTime } from '../words/relative-time.ts';
import { useTranslation } from '../words/use-translation.ts';

/** The distance from now, with the exact time and the zone in a tooltip. */
export const timeOf = (moment: string, language: Language) => (
  <time dateTime={moment} className="cell-time" title={exactTime(moment, language)}>
    {relativeTime(moment, language)}
  </time>
);

export const Time = ({ moment }: { moment: string }) => timeOf(moment, useTranslation().language);
