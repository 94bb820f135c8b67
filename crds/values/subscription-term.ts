const dayMs = 86_400_000;
/** Dates are written with four digits of a year. */
const lastMs = Date.UTC(9999, 11, 31);

/** When a subscription that begins and lasts so many days is over; empty for never, and for a beginning that is none. */
export function endOfTerm(startDate: string, days: number): string {
  const end = Date.parse(startDate) + days * dayMs;
  return days && !Number.isNaN(end) ? new Date(Math.min(end, lastMs)).toISOString() : '';
}
