import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '../words/relative-time.ts';

/** The distance from now, with the exact time and the zone in a tooltip. */
export function Time({ moment }: { moment: string }) {
  const { language } = useTranslation().i18n;
  return (
    <time dateTime={moment} className="cell-time" title={exactTime(moment, language)}>
      {relativeTime(moment, language)}
    </time>
  );
}
