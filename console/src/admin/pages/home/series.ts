/** One series of daily counts. */
export interface Series {
  title: string;
  /** The number of a colour in the style sheet, which defines it for each theme. */
  colour: 'usual' | 'bad';
  counts: readonly number[];
  /** A sum over days would count a person several times, so the legend has the day with most. */
  isOfEachDay?: boolean;
}

/** Formats in UTC, because the date is a calendar day that no time zone may shift. */
export const dayText = (day: string, language: string) =>
  new Date(day).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
