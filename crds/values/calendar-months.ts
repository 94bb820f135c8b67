/** Dates have years of four digits. */
const lastYear = 9999;

export const dayOfMonth = (moment: string): number => new Date(moment).getUTCDate();

/**
 * The moment some calendar months later, in UTC. It falls on the given day, or on the last day of a shorter month: the month after the 31st of
 * January ends on the 28th or 29th of February, and the next one on the 31st of March.
 */
export function monthsLater(moment: string, months: number, day: number): string {
  const from = new Date(moment);
  const month = from.getUTCMonth() + months;
  const year = Math.min(from.getUTCFullYear() + Math.floor(month / 12), lastYear);
  const lastDay = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate();
  const later = new Date(from);
  later.setUTCFullYear(year, month % 12, Math.min(day, lastDay));
  return later.toISOString();
}
