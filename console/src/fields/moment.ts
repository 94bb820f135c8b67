/** No moment, and not empty either. */
export const unfinished = 'unfinished';

const isMoment = (moment: string) => !Number.isNaN(Date.parse(moment));
const digits = (number: number, length = 2) => String(number).padStart(length, '0');

/** The minute of a moment on the clock of whoever reads it, as a box for moments has it; empty for what is none. */
export function onClock(moment: string): string {
  if (!isMoment(moment)) return '';
  const at = new Date(moment);
  const day = [digits(at.getFullYear(), 4), digits(at.getMonth() + 1), digits(at.getDate())].join('-');
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/** What the reader's time zone is called at that moment: it has another name in summer. */
export function zoneOf(moment: string, language: string): string {
  const at = isMoment(moment) ? new Date(moment) : new Date();
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
