/** One thing that is counted day by day. */
export interface Series {
  title: string;
  /** Which of the style sheet's colours, one for each theme. */
  colour: 'usual' | 'bad';
  counts: readonly number[];
}

/** The day is one of the calendar already: no zone may move it. */
export const dayText = (day: string, language: string) =>
  new Date(day).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
