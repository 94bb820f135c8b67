/** Days in the reader's time zone, as `2026-01-31`; empty for an open end. */
export interface DateRange {
  from: string;
  to: string;
}

const digits = (number: number, length = 2) => String(number).padStart(length, '0');

const dayOf = (date: Date) =>
  [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join('-');

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Midnight at the start of a day, some days later, on the reader's clock. */
export function midnight(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

/** The range from a number of days ago until today. */
export function lastDays(count: number, now = new Date()): DateRange {
  const today = dayOf(now);
  return { from: dayOf(midnight(today, 1 - count)), to: today };
}

/** The day before today. */
export function yesterday(now = new Date()): DateRange {
  const day = dayOf(midnight(dayOf(now), -1));
  return { from: day, to: day };
}

/** The parameters of a list for a range: its last day belongs to it. */
export const createdWithin = ({ from, to }: DateRange) => ({
  ...(isDay(from) && { createdFrom: midnight(from).toISOString() }),
  ...(isDay(to) && { createdTo: midnight(to, 1).toISOString() }),
});

/** `Jan 3 – 9, 2026`, or one end with a sign for the open one. */
export function rangeText({ from, to }: DateRange, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  if (isDay(from) && isDay(to) && from <= to) return format.formatRange(midnight(from), midnight(to));
  return [from, to].map((day) => (isDay(day) ? format.format(midnight(day)) : '…')).join(' – ');
}

/** One day in words: `Jan 3, 2026`. A text that is no day stays as it is. */
export const dayText = (day: string, language: string): string =>
  isDay(day) ? new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(midnight(day)) : day;
