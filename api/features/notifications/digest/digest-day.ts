const hourMs = 3_600_000;
/** Digests are written at seven in the morning of their reader. */
const hourOfDigest = 7;

/** The date in a time zone, or in UTC if the server does not know the zone. A day begins with its digest. */
export function digestDay(now: Date, timeZone: string): string {
  const at = new Date(now.getTime() - hourOfDigest * hourMs);
  const dayIn = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
  try {
    return dayIn(timeZone || 'UTC');
  } catch {
    return dayIn('UTC');
  }
}
