/** Stands for a text that is neither empty nor a date. */
export const unfinished = 'unfinished';

const isMoment = (moment: string) => !Number.isNaN(Date.parse(moment));
const digits = (number: number, length = 2) => String(number).padStart(length, '0');

/** A date in the user's time zone, to the minute, as a `datetime-local` input takes it. Empty for an invalid date. */
export function onClock(moment: string): string {
  if (!isMoment(moment)) return '';
  const at = new Date(moment);
  const day = [digits(at.getFullYear(), 4), digits(at.getMonth() + 1), digits(at.getDate())].join('-');
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/** The name of the user's time zone at that date, because it differs between summer and winter. */
export function zoneOf(moment: string, language: string): string {
  const at = isMoment(moment) ? new Date(moment) : new Date();
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
