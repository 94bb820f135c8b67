const dayMs = 86_400_000;
/** Dates have years of four digits. */
const lastMs = Date.UTC(9999, 11, 31);

/** The end of a subscription of a number of days. Empty for no end, and for an invalid start. */
export function endOfTerm(startDate: string, days: number): string {
  const end = Date.parse(startDate) + days * dayMs;
  return days && !Number.isNaN(end) ? new Date(Math.min(end, lastMs)).toISOString() : '';
}
