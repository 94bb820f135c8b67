const language = () => document.documentElement.lang;

/** A moment in the language of the page, such as «23 Nov 2026, 21:04». */
export const momentText = (iso: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** The day of a moment. */
export const dateText = (iso: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(iso));
