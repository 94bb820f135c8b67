/** Vendors that are asked about a Stripe session give a buyer at least half an hour. */
export const payWithinMs = 35 * 60_000;

/** A vendor that cannot be asked when the time is over is tried for this long. */
export const askWithinMs = 86_400_000;

const firstMs = 15_000;
const longestMs = 3_600_000;

/** The time of the next question to a vendor. The pauses double, and one question comes at the end of the time to pay. */
export function nextQuestion(now: Date, asked: number, end: Date): Date {
  const next = now.getTime() + Math.min(firstMs * 2 ** Math.min(asked, 20), longestMs);
  return new Date(now < end ? Math.min(next, end.getTime()) : next);
}
