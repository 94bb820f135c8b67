import { exactTime, relativeTime } from '../words/relative-time.ts';
import { useTranslation } from '../words/use-translation.ts';

/** The distance from now, with the exact time and the zone in a tooltip. */
export function Time({ moment }: { moment: string }) {
  const { language } = useTranslation();
  return (
    <time dateTime={moment} className="cell-time" title={exactTime(moment, language)}>
      {relativeTime(moment, language)}
    </time>
  );
}
