/** A moment to the second, short enough for a column. */
export const timeText = (moment: string, language: string): string =>
  new Date(moment).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
