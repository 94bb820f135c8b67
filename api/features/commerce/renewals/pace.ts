const minuteMs = 60_000;
const dayMs = 86_400_000;

const firstMs = 15 * minuteMs;
const longestMs = 6 * 60 * minuteMs;

/**
 * The time of the next question about a renewal: a day before the vendor takes money, at that time, and then at pauses that grow with the time since. Vendors
 * need an hour or more, and try a failed charge again for days.
 */
export function nextRenewalQuestion(now: Date, due: Date): Date {
  const late = now.getTime() - due.getTime();
  if (late < -dayMs) return new Date(due.getTime() - dayMs);
  if (late < 0) return due;
  return new Date(now.getTime() + Math.min(Math.max(late, firstMs), longestMs));
}

/** The time of the next try at a vendor that does not answer, or does not agree. The pauses double. */
export const nextTry = (now: Date, asked: number): Date =>
  new Date(now.getTime() + Math.min(firstMs * 2 ** Math.min(asked, 20), longestMs));
