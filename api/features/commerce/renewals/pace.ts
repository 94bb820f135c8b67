const minuteMs = 60_000;
const dayMs = 86_400_000;

const firstMs = 15 * minuteMs;
const longestMs = 6 * 60 * minuteMs;

/**
 * The time of the next question about a renewal: a day before the vendor takes money, at that time, and then at doubling intervals. Vendors need an hour or
 * more, and try a failed charge again for days.
 */
export function nextRenewalQuestion(now: Date, asked: number, nextTime: Date | undefined): Date {
  const [time, next] = [now.getTime(), nextTime?.getTime() ?? 0];
  if (time < next - dayMs) return new Date(next - dayMs);
  if (time < next) return new Date(next);
  return new Date(time + Math.min(firstMs * 2 ** Math.min(asked, 20), longestMs));
}
